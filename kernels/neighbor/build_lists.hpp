// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Shared memory that a block of the builder takes [bytes].
std::size_t builder_shared_bytes(const TileShape& shape, std::uint32_t window,
                                 std::uint32_t potentials, std::uint32_t types,
                                 const ListCapacity& capacity);

/// Shared memory that a block of the builder takes at most, where devices have it: all that do cut
/// the same tiles, and have the same bits [bytes].
inline constexpr std::size_t most_builder_shared = 160 * 1024;

/// Shared memory that a block of the builder may take on the device in use [bytes].
template <class P> std::size_t builder_shared_limit();

/// Slots of a window at most: those of one class are counted in 8 bits.
inline constexpr std::uint32_t largest_window = 1984;
static_assert(largest_window + bank_classes <= most_slots && largest_window / bank_classes < 256);

/// Queues the building of all lists; what did not fit is in `out.use`.
template <class P>
void build_lists(const Stream& stream, const ListSource<P>& source, const ListOutput<P>& out,
                 std::uint32_t tile_count);

} // namespace mdsim
