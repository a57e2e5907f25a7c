// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/peer_links.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "kernels/p2p/ipc_memory.hpp"
#include "kernels/p2p/on_all_ranks.hpp"
#include "kernels/p2p/probe.hpp"

namespace mdsim {

namespace {

// Reasons beside those of CUDA, which are positive.
constexpr std::int32_t other_host = -1;
constexpr std::int32_t nothing_arrived = -2;
constexpr std::int32_t not_wanted = -3;
constexpr std::int32_t one_way = -4;

/// The blocks into which ranks write their probes: one place for each rank.
class PeerProbe {
  public:
    PeerProbe(const Communicator& ranks, const std::vector<RankPlace>& places)
        : ranks_(&ranks), places_(&places), mapped_(places.size()), states_(places.size(), 0) {
        on_all_ranks(ranks, [this] {
            own_ = SharedBlock(mapped_.size() * sizeof(std::uint64_t));
            stream_.zero(own(), mapped_.size());
            stream_.wait();
        });
    }

    /// Of this rank to each: 0, or why its memory cannot be mapped.
    std::vector<std::int32_t> map() {
        const auto handles = gather_on_all(*ranks_, own_.handle());
        const RankPlace& here = (*places_)[me()];
        for (std::size_t to = 0; to < handles.size(); ++to) {
            if (to == me()) continue;
            states_[to] = on_same_host(here, (*places_)[to])
                              ? static_cast<std::int32_t>(mapped_[to].open(handles[to]))
                              : other_host;
        }
        return states_;
    }

    /// Of each rank to this one: 1 if its probe has arrived.
    std::vector<std::int32_t> exchange_probes() {
        on_all_ranks(*ranks_, [this] { write(); });
        std::vector<std::uint64_t> probes(mapped_.size());
        on_all_ranks(*ranks_, [&] {
            stream_.download(own(), probes.data(), probes.size());
            stream_.wait();
        });
        std::vector<std::int32_t> arrived;
        for (std::size_t from = 0; from < probes.size(); ++from)
            arrived.push_back(probes[from] == probe_word(static_cast<Rank>(from), ranks_->rank()));
        mapped_.clear(); // before any owner frees its block
        ranks_->barrier();
        return arrived;
    }

  private:
    std::size_t me() const { return static_cast<std::size_t>(ranks_->rank()); }
    std::uint64_t* own() const { return static_cast<std::uint64_t*>(own_.get()); }

    void write() {
        std::vector<std::uint64_t*> blocks;
        for (const MappedBlock& block : mapped_)
            blocks.push_back(static_cast<std::uint64_t*>(block.get()));
        blocks[me()] = own();
        const Buffer<std::uint64_t*, Device> table = stream_.copy_of(blocks);
        write_probes(stream_, table.data(), ranks_->rank(), ranks_->size());
        stream_.wait();
    }

    const Communicator* ranks_;
    const std::vector<RankPlace>* places_;
    Stream stream_;
    SharedBlock own_;
    std::vector<MappedBlock> mapped_;
    std::vector<std::int32_t> states_;
};

std::vector<RankPlace> find_places(const Communicator& ranks) {
    RankPlace place;
    on_all_ranks(ranks, [&] { place = find_place(); });
    return gather_on_all(ranks, place);
}

std::vector<std::int32_t> try_all(const Communicator& ranks, const std::vector<RankPlace>& places) {
    PeerProbe probe(ranks, places);
    std::vector<std::int32_t> states = gather_on_all(ranks, probe.map());
    const std::vector<std::int32_t> arrived = gather_on_all(ranks, probe.exchange_probes());
    const std::size_t n = places.size();
    for (std::size_t from = 0; from < n; ++from)
        for (std::size_t to = 0; to < n; ++to)
            if (states[from * n + to] == 0 && arrived[to * n + from] == 0)
                states[from * n + to] = nothing_arrived;
    return states;
}

} // namespace

PeerLinks::PeerLinks(const Communicator& ranks)
    : ranks_(ranks.duplicate()), places_(find_places(ranks_)), states_(try_all(ranks_, places_)) {}

bool PeerLinks::share_device() const {
    for (Rank a = 0; a < size(); ++a)
        for (Rank b = 0; b < a; ++b)
            if (on_one_device(a, b)) return true;
    return false;
}

bool PeerLinks::all_direct() const {
    return std::all_of(states_.begin(), states_.end(), [](std::int32_t s) { return s == 0; });
}

std::string PeerLinks::why_not(Rank from, Rank to) const {
    const std::int32_t why = state(from, to);
    if (why == 0) return {};
    const std::string pair =
        fmt::format("rank {} ({}) cannot write into the memory of rank {} ({})", from,
                    place(from).text(), to, place(to).text());
    if (why == other_host) return pair + ": they are on different hosts";
    if (why == nothing_arrived)
        return pair + ": what it wrote did not arrive; PCIe access control (ACS) or an IOMMU may "
                      "stand between them, which the host's administrator can turn off";
    if (why == not_wanted) return pair + ": the input asks for another transport";
    if (why == one_way) return pair + ": there is a link only the other way round";
    const auto status = static_cast<cudaError_t>(why);
    return fmt::format("{}: {} ({}); 'nvidia-smi topo -p2p w' shows which GPUs can, and ranks in "
                       "different containers must share the host's IPC and PID namespaces",
                       pair, cudaGetErrorString(status), cudaGetErrorName(status));
}

void PeerLinks::require_all() const {
    for (Rank from = 0; from < size(); ++from)
        for (Rank to = 0; to < size(); ++to)
            if (!direct(from, to)) throw EnvironmentError(why_not(from, to));
}

void PeerLinks::keep_direct(const std::function<bool(Rank, Rank)>& together) {
    const std::vector<std::int32_t> found = states_;
    const auto n = places_.size();
    for (std::size_t from = 0; from < n; ++from)
        for (std::size_t to = 0; to < n; ++to) {
            std::int32_t& state = states_[from * n + to];
            if (from == to || state != 0) continue;
            if (found[to * n + from] != 0) state = one_way;
            if (!together(static_cast<Rank>(from), static_cast<Rank>(to))) state = not_wanted;
        }
}

} // namespace mdsim
