// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/transport/nccl_transport.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "kernels/p2p/on_all_ranks.hpp"
#include "kernels/p2p/probe.hpp"
#include "kernels/transport/nccl_group.hpp"

namespace mdsim {

namespace {

/// What rank 0 calls the group, on all ranks.
ncclUniqueId name_group(const Communicator& ranks) {
    ncclUniqueId id{};
    on_all_ranks(ranks, [&] {
        // Multicast over NVLink is for reductions, of which there are none, and takes memory.
        setenv("NCCL_NVLS_ENABLE", "0", 0);
        if (!ranks.is_root()) return;
        const ncclResult_t result = ncclGetUniqueId(&id);
        if (result != ncclSuccess)
            throw EnvironmentError(std::string("NCCL failed: beginning: ") +
                                   ncclGetErrorString(result));
    });
    ranks.broadcast(std::as_writable_bytes(std::span(&id, 1)));
    return id;
}

class NcclTransport final : public Transport {
  public:
    NcclTransport(const PeerLinks& links, const ncclUniqueId& id, std::chrono::nanoseconds limit)
        : links_(&links), group_(links.ranks(), id, limit) {}

    Carrier carrier() const override { return Carrier::nccl; }

    void exchange(const Stream& stream, std::span<const DeviceBytes> out,
                  std::span<const DeviceBytes> in) override {
        MDSIM_EXPECT(can_travel(out, links_->rank(), links_->size()));
        MDSIM_EXPECT(can_travel(in, links_->rank(), links_->size()));
        if (out.empty() && in.empty()) return;
        group_.check(ncclGroupStart(), "beginning an exchange");
        for (const DeviceBytes& r : out)
            group_.check(ncclSend(r.memory, r.bytes, ncclUint8, r.peer, group_.get(), stream.get()),
                         "sending");
        for (const DeviceBytes& r : in)
            group_.check(ncclRecv(r.memory, r.bytes, ncclUint8, r.peer, group_.get(), stream.get()),
                         "receiving");
        group_.check(ncclGroupEnd(), "ending an exchange");
        group_.wait_until_taken("beginning to send and to receive");
        group_.finish(stream);
    }

    /// Sends a probe to each rank without a direct link; throws EnvironmentError if one of theirs
    /// does not arrive. Pairs that have one would take buffers that are never used.
    void try_out() {
        const Rank me = links_->rank();
        const int ranks = links_->size();
        const Stream stream;
        std::vector<std::uint64_t> probes;
        for (Rank to = 0; to < ranks; ++to) probes.push_back(probe_word(me, to));
        Buffer<std::uint64_t, Device> going = stream.copy_of(probes);
        Buffer<std::uint64_t, Device> coming = stream.copy_of(std::vector<std::uint64_t>(probes));
        exchange(stream, regions(going), regions(coming));
        stream.download(coming.data(), probes.data(), probes.size());
        stream.wait();
        for (Rank from = 0; from < ranks; ++from)
            if (!links_->direct(from, me) &&
                probes[static_cast<std::size_t>(from)] != probe_word(from, me))
                throw EnvironmentError("NCCL failed: what was sent did not arrive");
    }

    void limit_waits(std::chrono::nanoseconds limit) { group_.limit_waits(limit); }

  private:
    /// The word of each rank without a direct link.
    std::vector<DeviceBytes> regions(Buffer<std::uint64_t, Device>& words) const {
        std::vector<DeviceBytes> all;
        for (Rank peer = 0; peer < links_->size(); ++peer)
            if (!links_->direct(links_->rank(), peer))
                all.push_back({peer, reinterpret_cast<std::byte*>(words.data() + peer),
                               sizeof(std::uint64_t)});
        return all;
    }

    const PeerLinks* links_;
    NcclGroup group_;
};

} // namespace

bool has_nccl() { return true; }

std::unique_ptr<Transport> make_nccl_transport(const PeerLinks& links,
                                               std::chrono::nanoseconds first_limit,
                                               std::chrono::nanoseconds limit) {
    const ncclUniqueId id = name_group(links.ranks());
    std::unique_ptr<NcclTransport> transport;
    on_all_ranks(links.ranks(),
                 [&] { transport = std::make_unique<NcclTransport>(links, id, first_limit); });
    on_all_ranks(links.ranks(), [&] { transport->try_out(); });
    transport->limit_waits(limit);
    return transport;
}

} // namespace mdsim
