// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

#include "core/ids.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/site_code.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// A list of atoms whose sites travel packed (site_code), in memory of the device.
template <class P> struct PackedSites {
    std::uint32_t atoms = 0;
    /// [atom] the last site that both sides hold, and its backward differences.
    std::array<Site<P>*, site_code::most_held> difference{};
    std::uint32_t* code = nullptr;  ///< with capacity for most_words
    std::uint32_t* words = nullptr; ///< [group] of its columns
    LocalIndex* first = nullptr;    ///< [group] where its columns begin in the code; and the end
};

/// Queues the beginning of a list that both sides hold at these sites.
template <class P>
void begin_list(const Stream& stream, const PackedSites<P>& list, const Site<P>* now);

/// Queues the packing of the next sites of the list into its code.
template <class P>
void pack_sites(const Stream& stream, const PackedSites<P>& list, const Site<P>* now);

/// Queues the unpacking of a code that arrived.
template <class P>
void unpack_sites(const Stream& stream, const PackedSites<P>& list, Site<P>* now);

} // namespace mdsim
