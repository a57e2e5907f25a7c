// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace mdsim {

/// What threads write side by side is aligned to this, so that they do not take cache lines, which
/// processors fetch in pairs, from each other.
inline constexpr std::size_t thread_alignment = 128;

} // namespace mdsim
