// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "physics/curve/force_curve.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

/// The curve of the potential between atoms of the first type, evaluated in double precision with
/// the constants as floats have them: all of it if that takes few pieces, else as few as serve a
/// liquid. It holds beyond its core, where atoms hardly ever come; pairs within the core are
/// computed. None where forces are not read from curves, or none is close enough.
StoredCurve potential_curve(const AnyPairTable<float>& table);

/// The same where memory is no matter: the curve reaches as far towards zero as it can. None where
/// atoms would often come into the core.
StoredCurve potential_curve_beyond_core(const AnyPairTable<float>& table);

} // namespace mdsim
