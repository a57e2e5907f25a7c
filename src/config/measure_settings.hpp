// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/field.hpp"
#include "core/ids.hpp"
#include "output/trajectory_settings.hpp"

namespace mdsim {

/// The section [cna]: common-neighbour analysis.
struct CnaSettings {
    std::int64_t every = 0;
    std::optional<double> cutoff; ///< [length]; absent: each atom has its own

    static constexpr auto fields() {
        using S = CnaSettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(0),
                  "steps between rows of cna.csv, the numbers of atoms of each kind; 0: none",
                  required()),
            field("cutoff", &S::cutoff, Dimension::length, positive(),
                  "atoms nearer than this are neighbours, as in LAMMPS: between the first two "
                  "shells of fcc, behind the second of bcc. If absent, the analysis is adaptive, "
                  "as OVITO does it: each atom has a cutoff of its own, from its nearest 14"));
    }

    /// Numbers in a row beside step and time.
    std::int64_t values() const { return 5; }
};

/// The section [centro_symmetry]: the centro-symmetry parameter.
struct CentroSymmetrySettings {
    std::int64_t every = 0;
    int neighbors = 12;

    static constexpr auto fields() {
        using S = CentroSymmetrySettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(0),
                  "steps between rows of centro_symmetry.csv, its mean and largest value; 0: none",
                  required()),
            field("neighbors", &S::neighbors, Dimension::none, between(2, 32),
                  "nearest neighbours that are looked at, an even number: 12 for fcc, 8 for bcc"));
    }

    std::int64_t values() const { return 2; }
};

/// The section [coordination]: how many neighbours atoms have.
struct CoordinationSettings {
    std::int64_t every = 0;
    double cutoff = 0; ///< [length]
    std::vector<std::string> counted;
    int histogram = 20;

    static constexpr auto fields() {
        using S = CoordinationSettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(0),
                  "steps between rows of coordination.csv, means and a histogram; 0: none",
                  required()),
            field("cutoff", &S::cutoff, Dimension::length, positive(),
                  "atoms nearer than this are neighbours, images included", required()),
            field("counted", &S::counted,
                  "the species that are counted as neighbours; all if empty"),
            field("histogram", &S::histogram, Dimension::none, between(1, 1000),
                  "columns of the histogram: atoms with 0, 1, 2 ... neighbours; one more is for "
                  "all with as many as this, or more"));
    }

    std::int64_t values() const { return 2 + histogram; }
};

/// The sections of all measures of structure (session/measures/make_measures.hpp). Each bears the
/// name of its table, and of its field of the trajectory.
struct MeasureSections {
    std::optional<CnaSettings> cna;
    std::optional<CentroSymmetrySettings> centro_symmetry;
    std::optional<CoordinationSettings> coordination;

    static constexpr auto fields() {
        using S = MeasureSections;
        return std::make_tuple(
            field("cna", &S::cna,
                  "common-neighbour analysis: which atoms are in fcc, hcp, bcc or icosahedra"),
            field("centro_symmetry", &S::centro_symmetry,
                  "centro-symmetry parameter: how far the neighbours of an atom are from lying in "
                  "opposite pairs"),
            field("coordination", &S::coordination,
                  "coordination numbers: how many neighbours atoms have, by species too"));
    }

    /// Calls use(name, settings) for each section that there is.
    template <class Use> void for_each_measure(const Use& use) const {
        const auto look = [&](const auto& section) {
            if (const auto& settings = this->*section.member)
                use(std::string(section.name), *settings);
        };
        std::apply([&](const auto&... section) { (look(section), ...); }, fields());
    }

    bool measures_anything() const { return cna || centro_symmetry || coordination; }

    /// What each rank keeps of every atom of the system while neighbours are searched for: places,
    /// and the tree of the search [bytes].
    double measure_bytes_per_atom() const { return measures_anything() ? 84 : 0; }
};

/// Whether a measure writes a row at a step.
constexpr bool has_row(std::int64_t every, Step step) { return every > 0 && step % every == 0; }

/// Whether frames hold the measure of this name.
inline bool holds_measure(const TrajectorySettings& trajectory, const std::string& name) {
    for (const TrajectoryField field : trajectory.fields_written)
        if (enum_name(field) == name) return true;
    return false;
}

/// The fields of frames that are measures.
inline constexpr TrajectoryField measured_fields[] = {
    TrajectoryField::cna, TrajectoryField::centro_symmetry, TrajectoryField::coordination};

} // namespace mdsim
