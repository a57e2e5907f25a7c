// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/communicator.hpp"
#include "domain/halo.hpp"

namespace mdsim {

/// Carries gathered halo data between ranks: the seam behind which MPI, or another carrier, works.
class HaloTransport {
  public:
    virtual ~HaloTransport() = default;
    /// From here on transfers are these, in this order, and their memory has what both sides hold.
    virtual void agree(std::span<const Outgoing> /*out*/, std::span<const Incoming> /*in*/) {}
    /// Begins the transfers; the memory stays in use until `finish`. Returns the bytes on their way
    /// from here.
    virtual std::size_t start(std::span<const Outgoing> out, std::span<const Incoming> in) = 0;
    /// Lets the carrier make progress; returns whether all transfers are complete.
    virtual bool poll() = 0;
    /// Returns when all transfers are complete.
    virtual void finish() = 0;
};

/// Carries the halo by MPI, on a communicator of its own.
class MpiHaloTransport final : public HaloTransport {
  public:
    /// Collective.
    explicit MpiHaloTransport(const Communicator& comm) : comm_(comm.duplicate()) {}
    std::size_t start(std::span<const Outgoing> out, std::span<const Incoming> in) override;
    bool poll() override { return requests_.poll(); }
    void finish() override { requests_.wait(); }

  private:
    Communicator comm_;
    Requests requests_;
};

/// What the exchanges of this rank moved, since the beginning.
struct HaloStatistics {
    std::int64_t exchanges = 0;
    std::int64_t messages = 0;   ///< sent
    std::int64_t bytes = 0;      ///< sent [bytes]
    std::int64_t unpacked = 0;   ///< what was sent, before it was packed [bytes]
    std::int64_t halo_atoms = 0; ///< received in one exchange, as of now
};

/// Pushes values of each atom, `width` of them, from its owner to its halo copies, every step;
/// Value is copied bytewise. Those of an atom lie side by side.
///
/// Between rebuilds nothing is allocated. Of an array only the halo slots are written.
template <class Value> class HaloPush {
  public:
    /// The transport must outlive the push and serve no other one at the same time.
    explicit HaloPush(HaloTransport& transport, std::size_t width = 1)
        : transport_(&transport), width_(width) {}

    /// Takes up new links; nothing may be under way.
    void rebuild(std::vector<HaloLink> links);
    /// After a rebuild: owner and copies have the same of each atom, which is in `now`. A transport
    /// that packs wants to know.
    void agree(const Value* now);
    /// Gathers the values of the owned atoms that others see and begins to send them. `from` may
    /// change as soon as this returns.
    void start(const Value* from);
    /// Lets the transfers make progress, between pieces of other work.
    bool poll() { return transport_->poll(); }
    /// Waits for the transfers and writes the values of the halo atoms.
    void finish(Value* to);

    const HaloStatistics& statistics() const { return statistics_; }
    const std::vector<HaloLink>& links() const { return links_; }
    /// The memory held [bytes].
    std::size_t bytes() const;

  private:
    void gather(const Value* from);

    HaloTransport* transport_;
    std::size_t width_;
    std::vector<HaloLink> links_;
    Buffer<Value, Host> gathered_;
    Buffer<Value, Host> arrived_;
    std::vector<Outgoing> out_;
    std::vector<Incoming> in_;
    HaloStatistics statistics_;
    bool under_way_ = false;
};

/// The exchange of positions.
template <class P> using HaloExchange = HaloPush<Site<P>>;

} // namespace mdsim
