// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// What one pair contributes.
template <class T> struct PairTerm {
    T energy;       ///< of the pair, counted once [energy]
    T force_over_r; ///< times (x_i - x_j): the force on i [energy / length^2]
};

} // namespace mdsim
