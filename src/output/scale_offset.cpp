// SPDX-License-Identifier: BSD-3-Clause
#include "output/scale_offset.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/contract.hpp"

namespace mdsim::h5 {

namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

/// The head of a stored chunk: number of bits (4 bytes), size of the offset (1), offset (16).
constexpr std::size_t offset_size_at = 4;
constexpr std::size_t offset_at = 5;
constexpr std::size_t head_bytes = 21;
constexpr unsigned all_bits = 32;

/// What all values of a chunk have in common.
struct Scale {
    float steps_in_one = 1; ///< 10^decimals
    float least = 0;        ///< the least value, in steps
};

float power_of_ten(int decimals) {
    float power = 1; // exact for all that are allowed
    for (int i = 0; i < decimals; ++i) power *= 10;
    return power;
}

/// The whole steps of a value above the least one, halves away from zero; in float, as HDF5 counts.
/// None for what is no number.
std::uint32_t steps_above(float value, const Scale& scale) {
    constexpr double too_many = 4294967296.0;
    const double steps = value * scale.steps_in_one - scale.least;
    const double raised = steps + 0.5; // exact, so that cutting it rounds
    return raised >= 0 && raised < too_many
               ? static_cast<std::uint32_t>(static_cast<std::int64_t>(raised))
               : 0;
}

/// The bits that distances up to this one take.
unsigned bits_of(float largest, const Scale& scale) {
    constexpr float too_wide = 2147483648.0F;
    const bool fits = largest * scale.steps_in_one - scale.least < too_wide; // or is no number
    return fits ? static_cast<unsigned>(std::bit_width(steps_above(largest, scale))) : all_bits;
}

/// Writes numbers of a fixed number of bits one behind the other, each from its highest bit on.
class BitWriter {
  public:
    explicit BitWriter(std::byte* to) : to_(to) {}

    void add(std::uint32_t number, unsigned bits) {
        held_ = held_ << bits | number;
        count_ += bits;
        if (count_ < all_bits) return;
        count_ -= all_bits;
        for (unsigned shift = all_bits; shift > 0; shift -= 8)
            *to_++ = static_cast<std::byte>(held_ >> (count_ + shift - 8));
    }

    void finish() {
        for (; count_ >= 8; count_ -= 8) *to_++ = static_cast<std::byte>(held_ >> (count_ - 8));
        if (count_ > 0) *to_ = static_cast<std::byte>(held_ << (8 - count_));
    }

  private:
    std::byte* to_;
    std::uint64_t held_ = 0; ///< its lowest count_ bits are to be written
    unsigned count_ = 0;
};

/// Makes the head, and room for the numbers behind it. The library leaves a byte behind all but
/// whole ones, and readers expect no less.
void begin_chunk(std::vector<std::byte>& stored, std::size_t values, std::uint32_t bits) {
    const std::size_t bytes = values * sizeof(std::uint32_t);
    stored.assign(head_bytes + (bits == all_bits ? bytes : bytes * bits / all_bits + 1),
                  std::byte{});
    std::memcpy(stored.data(), &bits, sizeof(bits));
    stored[offset_size_at] = std::byte{sizeof(std::uint64_t)};
}

template <class T> void store_whole(std::span<const T> values, std::vector<std::byte>& stored) {
    begin_chunk(stored, values.size(), all_bits);
    std::memcpy(stored.data() + head_bytes, values.data(), values.size_bytes());
}

} // namespace

void pack_chunk(std::span<const float> values, int decimals, std::vector<std::byte>& stored) {
    MDSIM_EXPECT(!values.empty() && decimals >= 0);
    const auto [least, largest] = std::minmax_element(values.begin(), values.end());
    Scale scale{power_of_ten(decimals), 0};
    scale.least = *least * scale.steps_in_one;
    const unsigned bits = bits_of(*largest, scale);
    if (bits == all_bits) return store_whole(values, stored);
    begin_chunk(stored, values.size(), bits);
    std::memcpy(stored.data() + offset_at, &*least, sizeof(float));
    BitWriter writer(stored.data() + head_bytes);
    const std::uint32_t mask = (std::uint32_t{1} << bits) - 1; // for what is no number
    for (const float value : values) writer.add(steps_above(value, scale) & mask, bits);
    writer.finish();
}

void pack_chunk(std::span<const std::int32_t> values, int, std::vector<std::byte>& stored) {
    MDSIM_EXPECT(!values.empty());
    const auto [least, largest] = std::minmax_element(values.begin(), values.end());
    const std::int64_t offset = *least;
    const auto bits = static_cast<unsigned>(
        std::bit_width(static_cast<std::uint64_t>(std::int64_t{*largest} - offset)));
    if (bits == all_bits) return store_whole(values, stored);
    begin_chunk(stored, values.size(), bits);
    std::memcpy(stored.data() + offset_at, &offset, sizeof(offset));
    BitWriter writer(stored.data() + head_bytes);
    for (const std::int32_t value : values)
        writer.add(static_cast<std::uint32_t>(value - offset), bits);
    writer.finish();
}

} // namespace mdsim::h5
