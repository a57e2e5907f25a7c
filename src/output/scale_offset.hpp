// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mdsim::h5 {

/// Fills `stored` with the bytes that the scale-offset filter of HDF5 makes of a chunk of float32
/// without a fill value: whole steps of 10^-decimals above the least of them, in as many bits as
/// the largest takes. Where these are 32 or more, the numbers as they are.
///
/// Every reader decodes it by that filter. A number is wrong by half a step at most, and by the
/// rounding of float.
void pack_chunk(std::span<const float> values, int decimals, std::vector<std::byte>& stored);

/// The same for whole numbers, of which nothing is lost; `decimals` is without meaning.
void pack_chunk(std::span<const std::int32_t> values, int decimals, std::vector<std::byte>& stored);

} // namespace mdsim::h5
