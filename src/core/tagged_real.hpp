// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"

namespace mdsim {

/// Tags that a number can carry in its last bits.
inline constexpr std::uint32_t most_tags = 16;

/// A number whose last four bits are those of a tag: it differs by 1e-6 of itself at most.
MDSIM_HD float tagged(float value, std::uint32_t tag) {
    MDSIM_EXPECT(tag < most_tags);
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) & ~(most_tags - 1)) | tag);
}
MDSIM_HD double tagged(double value, std::uint32_t tag) {
    MDSIM_EXPECT(tag < most_tags);
    return std::bit_cast<double>(
        (std::bit_cast<std::uint64_t>(value) & ~std::uint64_t{most_tags - 1}) | tag);
}

/// Its tag.
MDSIM_HD std::uint32_t tag_of(float value) {
    return std::bit_cast<std::uint32_t>(value) & (most_tags - 1);
}
MDSIM_HD std::uint32_t tag_of(double value) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) & (most_tags - 1));
}

} // namespace mdsim
