// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "kernels/decomposition/pack_sites.hpp"
#include "kernels/p2p/peer_links.hpp"
#include "kernels/transport/transport.hpp"
#include "ops/delivery_plan.hpp"

namespace mdsim {

/// Delivers positions as a transport does, packed to and from those ranks to which links are slow.
/// What arrives is the same. All ranks call the same functions in the same order.
template <class P> class PackedDelivery {
  public:
    /// `packed` [rank]: whether what travels between it and this rank is packed; both say the same.
    /// No message about sizes may take longer than `limit`.
    PackedDelivery(const Stream& stream, const PeerLinks& links, Transport& transport,
                   std::vector<bool> packed, std::chrono::nanoseconds limit);

    /// From here on deliveries are this one, and both sides hold what it has delivered.
    void begin(const Delivery& delivery, const Site<P>* mirrors, const Site<P>* own);
    /// Delivers the next positions of the same atoms.
    void deliver(const Delivery& delivery, Site<P>* mirrors, Site<P>* own);

    std::int64_t sent() const { return sent_; }         ///< by deliver() [bytes]
    std::int64_t unpacked() const { return unpacked_; } ///< the same before it was packed [bytes]
    std::size_t bytes() const;

  private:
    /// Lists of atoms to or from each peer; those that are not packed have no atoms.
    struct Lists {
        std::vector<PackedSites<P>> each;
        Buffer<Site<P>, Device> differences;
        Buffer<std::uint32_t, Device> words;

        void divide(const std::vector<std::uint32_t>& atoms);
        std::size_t bytes() const { return differences.bytes() + words.bytes(); }
    };

    std::vector<std::uint32_t> packed_atoms(const std::vector<Carried>& ranges) const;
    /// Exchanges how many words each code has; `out` holds those of this rank's.
    std::vector<std::uint32_t> exchange_sizes(const Delivery& delivery,
                                              const std::vector<std::uint32_t>& out);
    std::vector<DeviceBytes> regions(const std::vector<Carried>& ranges, const Lists& lists,
                                     const std::vector<std::uint32_t>& words, Site<P>* array) const;

    const Stream* stream_;
    const PeerLinks* links_;
    Transport* transport_;
    std::vector<bool> packed_;
    std::chrono::nanoseconds limit_;
    Lists out_;
    Lists in_;
    std::int64_t sent_ = 0;
    std::int64_t unpacked_ = 0;
};

} // namespace mdsim
