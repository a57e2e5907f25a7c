// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// By what a potential is to be measured; 0 where it has no such scale.
struct PotentialScale {
    double energy = 0;     ///< epsilon, or the depth of the well that a table has [energy]
    double length = 0;     ///< sigma, or where the energy of a table becomes positive [length]
    double first_row = 0;  ///< of a table; nearer pairs are extrapolated [length]
    bool by_sigma = false; ///< it has parameters epsilon and sigma, and epsilon is not zero
    double maximum = 0;    ///< inside it the energy falls to minus infinity; zero if not [length]

    /// Where the repulsive core begins, as far as parameters say it [length].
    double core_distance() const { return by_sigma ? length : 0; }
};

} // namespace mdsim
