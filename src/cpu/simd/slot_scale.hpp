// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fraction_scale.hpp"

namespace mdsim {

/// How the records of slots are scaled.
template <class P> using SlotScale = FractionScale<P>;

} // namespace mdsim
