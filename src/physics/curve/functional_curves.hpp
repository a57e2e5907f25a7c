// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "physics/curve/radial_curve.hpp"
#include "physics/functional/functional_table.hpp"

namespace mdsim {

/// What the two walks of a functional add up, as curves of r^2; each is empty where none is close
/// enough.
struct FunctionalCurves {
    StoredRadialCurve density;
    /// Of two functions: the force over r of a pair without slopes, and what one of both slopes
    /// adds.
    StoredRadialCurve force;
};

/// The curves of a table of one type; empty for others.
FunctionalCurves functional_curves(const AnyFunctionalTable<float>& table);

} // namespace mdsim
