// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "core/contract.hpp"
#include "kernels/p2p/ipc_memory.hpp"
#include "kernels/p2p/peer_links.hpp"
#include "kernels/runtime/device_buffer.hpp"

namespace mdsim {

/// Bytes of each rank's device that the ranks with a direct link have mapped.
///
/// Construction, `grow` and destruction are collective: no rank may free what another still has
/// mapped. A rank that unwinds after an error waits for nobody and frees nothing.
class PeerMemory {
  public:
    PeerMemory(const PeerLinks& links, std::size_t bytes);
    ~PeerMemory();
    PeerMemory(const PeerMemory&) = delete;
    PeerMemory& operator=(const PeerMemory&) = delete;

    /// Gives this rank so many bytes; the contents are undefined afterwards, on all ranks.
    /// Collective; waits for the device. An EnvironmentError of one rank is thrown on all.
    void grow(std::size_t bytes);

    void* own() const { return own_.get(); }
    /// This rank's own memory, that of a rank with a direct link, null for the others.
    void* of(Rank rank) const { return place_of_[index(rank)]; }
    std::size_t bytes_of(Rank rank) const { return bytes_of_[index(rank)]; }
    /// The same pointers in the memory of the device, for ranks without a link those of
    /// `set_mirrors`; the table itself never moves.
    void* const* table() const { return table_.data(); }

    /// Gives kernels these places [rank] for what they write to ranks without a direct link, until
    /// the memory grows.
    void set_mirrors(const std::vector<void*>& places);

  private:
    std::size_t index(Rank rank) const {
        MDSIM_EXPECT(0 <= rank && static_cast<std::size_t>(rank) < place_of_.size());
        return static_cast<std::size_t>(rank);
    }
    void unmap();
    void map();

    const PeerLinks* links_;
    SharedBlock own_;
    std::vector<MappedBlock> mapped_;
    std::vector<void*> place_of_;
    std::vector<std::size_t> bytes_of_;
    Buffer<void*, Device> table_;
};

/// An array of each rank into which the kernels of the ranks with a direct link can write.
/// Collective as PeerMemory is; sizes may differ between ranks.
template <class T> class PeerArray {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    PeerArray(const PeerLinks& links, std::size_t size) : memory_(links, size * sizeof(T)) {}

    /// Changes this rank's size; the contents are undefined afterwards, on all ranks. A graph that
    /// finds arrays by `table` stays valid, one that was given a pointer does not.
    void grow(std::size_t size) { memory_.grow(size * sizeof(T)); }

    T* data() const { return static_cast<T*>(memory_.own()); }
    T* of(Rank rank) const { return static_cast<T*>(memory_.of(rank)); }
    std::size_t size_of(Rank rank) const { return memory_.bytes_of(rank) / sizeof(T); }
    /// For kernels: [rank], where there is no direct link null, or the mirror.
    T* const* table() const { return reinterpret_cast<T* const*>(memory_.table()); }
    void set_mirrors(const std::vector<T*>& places) {
        memory_.set_mirrors(std::vector<void*>(places.begin(), places.end()));
    }

  private:
    PeerMemory memory_;
};

} // namespace mdsim
