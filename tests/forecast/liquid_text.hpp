// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim::test {

/// The input of a Lennard-Jones liquid up to its stages; `cells` as in "8, 8, 8".
inline std::string liquid_text(const std::string& cells) {
    return R"(
        [units]
        system = "lj"
        [system.lattice]
        type = "fcc"
        density = 0.8442
        cells = [)" +
           cells + R"(]
        [[species]]
        name = "A"
        mass = 1.0
        [pair]
        cutoff = 2.5
        [[pair.potential]]
        species = ["A", "A"]
        type = "lennard_jones"
        epsilon = 1.0
        sigma = 1.0
        )";
}

} // namespace mdsim::test
