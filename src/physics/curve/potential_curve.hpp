// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "physics/curve/force_curve.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

/// The curve of the potential between atoms of the first type, evaluated in double precision with
/// the constants as floats have them. None where forces are not read from curves. If
/// `computed_in_core`, it holds beyond its core alone.
StoredCurve potential_curve(const AnyPairTable<float>& table);

/// A curve for drivers that compute all pairs within its core: it exists for more potentials. None
/// where atoms would often come into the core.
StoredCurve potential_curve_beyond_core(const AnyPairTable<float>& table);

} // namespace mdsim
