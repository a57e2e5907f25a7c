// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "config/config_check.hpp"
#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Neighbours of an atom, on average over the box, beyond which a cutoff is none of structure.
constexpr double most_neighbors = 1000;

void check_cutoff(const std::string& key, double cutoff, double density,
                  std::vector<Diagnostic>& errors) {
    const double neighbors = 4.0 / 3.0 * std::numbers::pi * cutoff * cutoff * cutoff * density;
    if (neighbors <= most_neighbors) return;
    errors.push_back({key, fmt::format("found {:.6g}, which makes about {:.0f} neighbours of an "
                                       "atom; allowed are {:g}: shells of a crystal have 12 or 14",
                                       cutoff, neighbors, most_neighbors)});
}

/// In a box that does not repeat there are no more neighbours than other atoms.
void check_centro(const CentroSymmetrySettings& settings, const Box& box, std::int64_t atoms,
                  std::vector<Diagnostic>& errors) {
    const auto& repeats = box.periodic;
    if (repeats[0] || repeats[1] || repeats[2] || atoms > settings.neighbors) return;
    errors.push_back({"centro_symmetry.neighbors",
                      fmt::format("found {} neighbours of an atom, but the box is open and the "
                                  "system has only {} atoms",
                                  settings.neighbors, atoms)});
}

} // namespace

void check_measured(const MeasureSections& sections, const Box& box, std::int64_t atoms,
                    const std::vector<std::string>& species, std::vector<Diagnostic>& errors) {
    MDSIM_EXPECT(atoms > 0);
    const double volume = box.volume();
    if (!(volume > 0)) return; // reported with the box
    const double density = static_cast<double>(atoms) / volume;
    if (sections.cna && sections.cna->cutoff)
        check_cutoff("cna.cutoff", *sections.cna->cutoff, density, errors);
    if (sections.centro_symmetry) check_centro(*sections.centro_symmetry, box, atoms, errors);
    if (!sections.coordination) return;
    check_cutoff("coordination.cutoff", sections.coordination->cutoff, density, errors);
    for (const std::string& name : sections.coordination->counted)
        if (std::find(species.begin(), species.end(), name) == species.end())
            errors.push_back({"coordination.counted", species_advice(species, name)});
}

} // namespace mdsim
