// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "core/precision.hpp"

namespace mdsim {

/// Whether walks that move the atoms do steps that couple, too; otherwise these are split. Each
/// potential has such walks in mixed precision alone, as they take long to compile.
template <class P> inline constexpr bool moves_coupled = std::is_same_v<P, MixedPrecision>;

} // namespace mdsim
