// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace mdsim {

inline constexpr std::size_t rank_padding = 16;

/// Writes for each of `count` keys how many of them are smaller. Both arrays have room for
/// `rank_padding` further elements. The work grows with the square of `count`.
using RankKeys = void (*)(const std::int32_t* key, std::size_t count, std::int32_t* rank);

} // namespace mdsim
