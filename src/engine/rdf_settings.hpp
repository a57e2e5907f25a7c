// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/field.hpp"

namespace mdsim {

/// The section [rdf]: the radial distribution function, sampled during the run.
struct RdfSettings {
    std::int64_t every = 0;
    int bins = 100;
    double range = 0; ///< [length]

    static constexpr auto fields() {
        return std::make_tuple(
            field("every", &RdfSettings::every, Dimension::none, at_least(1),
                  "steps between samples", required()),
            field("bins", &RdfSettings::bins, Dimension::none, between(1, 100000),
                  "number of bins between 0 and `range`"),
            field("range", &RdfSettings::range, Dimension::length, positive(),
                  "largest distance sampled. Beyond the cutoff of the pair potentials it makes "
                  "neighbour "
                  "lists longer for the whole run, with its cube, and every step slower",
                  required()));
    }
};

/// The functions of so many species: that of all atoms, and those of pairs where there are several.
inline std::size_t rdf_functions(std::size_t species) {
    return species > 1 ? 1 + species * (species + 1) / 2 : 1;
}

/// Whether the errors of these functions are found: not of very many numbers, whose blocks would
/// take too much memory.
inline bool has_rdf_errors(std::size_t bins, std::size_t species) {
    constexpr std::size_t most_numbers = 100'000;
    return bins > 0 && rdf_functions(species) * bins <= most_numbers;
}

} // namespace mdsim
