// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/matrix3.hpp"

namespace mdsim {

/// What one atom has of the potential energy and of the virial of its system, U = sum U_i and
/// sum r F = sum W_i:
///
/// - U_i is half of the energy of each of its pairs, its own embedding, and its own cluster.
/// - W_i = sum_j (r_j - r_i) (x) dU_j/dr_i over its neighbours j. This is the form by which the
///   potential part of the heat current is sum W_i v_i, whatever the potential: Fan et al., Phys.
///   Rev. B 92, 094301 (2015), doi:10.1103/PhysRevB.92.094301. Of pairs it is half of the virial of
///   each, and symmetric; of clusters it is not symmetric.
template <class P> struct AtomShare {
    using Real = typename P::Real;
    Real energy;          ///< U_i [energy]
    Matrix3<Real> virial; ///< W_i: rows are directions of r, columns those of the slope [energy]
};

} // namespace mdsim
