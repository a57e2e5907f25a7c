// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

} // namespace mdsim
