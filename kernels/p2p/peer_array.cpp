// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/peer_array.hpp"

#include <exception>

#include "core/contract.hpp"
#include "kernels/p2p/on_all_ranks.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

PeerMemory::PeerMemory(const PeerLinks& links, std::size_t bytes)
    : links_(&links), mapped_(static_cast<std::size_t>(links.size())),
      place_of_(mapped_.size(), nullptr) {
    on_all_ranks(links.ranks(), [this] { table_.resize_discard(mapped_.size()); });
    try {
        grow(bytes);
    } catch (...) {
        own_.abandon(); // another rank may have mapped it
        throw;
    }
}

PeerMemory::~PeerMemory() {
    if (std::uncaught_exceptions() > 0) {
        own_.abandon();
        return;
    }
    try {
        unmap();
    } catch (...) { // nobody is left to hear of it
        own_.abandon();
    }
}

void PeerMemory::grow(std::size_t bytes) {
    const Communicator& ranks = links_->ranks();
    bytes_of_ = gather_on_all(ranks, bytes);
    const bool enough = own_.get() != nullptr && own_.bytes() >= bytes;
    if (ranks.min_of<std::int32_t>(enough ? 1 : 0) == 1) return;
    unmap();
    on_all_ranks(ranks, [&] {
        if (enough) return;
        own_.release();
        own_ = SharedBlock(bytes);
    });
    map();
}

/// On return no rank has this rank's memory mapped, and no kernel is at work on it.
void PeerMemory::unmap() {
    on_all_ranks(links_->ranks(), [this] {
        check_cuda(cudaDeviceSynchronize(), "running kernels");
        for (MappedBlock& block : mapped_) block.close();
        place_of_.assign(place_of_.size(), nullptr);
    });
}

void PeerMemory::map() {
    const Communicator& ranks = links_->ranks();
    const auto handles = gather_on_all(ranks, own_.handle());
    on_all_ranks(ranks, [&] {
        for (Rank to = 0; to < links_->size(); ++to) {
            const auto k = static_cast<std::size_t>(to);
            if (to != links_->rank() && links_->direct(links_->rank(), to))
                check_cuda(mapped_[k].open(handles[k]), "mapping the memory of another GPU");
            place_of_[k] = to == links_->rank() ? own_.get() : mapped_[k].get();
        }
        const Stream stream;
        stream.upload(place_of_.data(), table_.data(), place_of_.size());
        stream.wait();
    });
}

void PeerMemory::set_mirrors(const std::vector<void*>& places) {
    MDSIM_EXPECT(places.size() == place_of_.size());
    std::vector<void*> table = place_of_;
    for (std::size_t k = 0; k < table.size(); ++k)
        if (table[k] == nullptr) table[k] = places[k];
    const Stream stream;
    stream.upload(table.data(), table_.data(), table.size());
    stream.wait();
}

} // namespace mdsim
