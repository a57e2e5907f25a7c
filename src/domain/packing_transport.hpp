// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "domain/halo_exchange.hpp"
#include "domain/site_codec.hpp"

namespace mdsim {

/// Carries sites by MPI as MpiHaloTransport does, packed to and from those peers to which the links
/// are slow (SiteCodec). What arrives is the same.
template <class P> class PackingTransport final : public HaloTransport {
  public:
    /// `packed` [rank]: whether what travels between it and this rank is packed; both say the same.
    /// Collective.
    PackingTransport(const Communicator& comm, std::vector<bool> packed);

    void agree(std::span<const Outgoing> out, std::span<const Incoming> in) override;
    /// Throws ContractError where `agree` was given other messages.
    std::size_t start(std::span<const Outgoing> out, std::span<const Incoming> in) override;
    bool poll() override { return requests_.poll(); }
    void finish() override;

  private:
    struct Received {
        std::span<Site<P>> sites;
        std::vector<std::uint32_t> code;
        SiteCodec<P> codec;
    };

    bool packs(Rank peer, std::size_t bytes) const;

    Communicator comm_;
    std::vector<bool> packed_;
    std::vector<SiteCodec<P>> sending_; ///< of each message
    std::vector<Received> receiving_;
    std::vector<Outgoing> out_;
    std::vector<Incoming> in_;
    Requests requests_;
};

} // namespace mdsim
