// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/field.hpp"

namespace mdsim {

/// What a frame of the trajectory can hold of each particle.
enum class TrajectoryField {
    position,
    velocity,
    force,
    image,
    potential_energy,
    virial,
    cna,
    centro_symmetry,
    coordination
};

constexpr EnumNames<TrajectoryField, 9> enum_names(TrajectoryField) {
    return {{{"position", TrajectoryField::position},
             {"velocity", TrajectoryField::velocity},
             {"force", TrajectoryField::force},
             {"image", TrajectoryField::image},
             {"potential_energy", TrajectoryField::potential_energy},
             {"virial", TrajectoryField::virial},
             {"cna", TrajectoryField::cna},
             {"centro_symmetry", TrajectoryField::centro_symmetry},
             {"coordination", TrajectoryField::coordination}}};
}

/// The section [trajectory].
struct TrajectorySettings {
    std::int64_t every = 1000;
    std::vector<TrajectoryField> fields_written{TrajectoryField::position, TrajectoryField::image};
    std::optional<int> precision;
    bool strict_units = false;

    /// Whether frames hold what each atom has of energy or virial.
    bool holds_shares() const {
        return holds(TrajectoryField::potential_energy) || holds(TrajectoryField::virial);
    }

    /// Whether frames hold it.
    bool holds(TrajectoryField wanted) const {
        return std::find(fields_written.begin(), fields_written.end(), wanted) !=
               fields_written.end();
    }

    static constexpr auto fields() {
        using S = TrajectorySettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(0),
                  "steps between frames of trajectory.h5md; 0: none", free_on_resume()),
            field(
                "fields", &S::fields_written,
                "what each frame holds; position must be among it. potential_energy and virial are "
                "what each atom has of them. Measures of structure follow the sections [cna], "
                "[centro_symmetry] and [coordination]",
                free_on_resume_until("trajectory.h5md")),
            field("precision", &S::precision, Dimension::none, between(0, 9),
                  "decimals kept of each number, for smaller files; all if absent",
                  free_on_resume_until("trajectory.h5md")),
            field("strict_units", &S::strict_units,
                  "write units as the H5MD specification says; MDAnalysis then refuses the file",
                  free_on_resume_until("trajectory.h5md")));
    }
};

} // namespace mdsim
