// SPDX-License-Identifier: BSD-3-Clause
#include "domain/packing_transport.hpp"

#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

template <class P> std::span<const Site<P>> sites_of(std::span<const std::byte> bytes) {
    MDSIM_EXPECT(bytes.size() % sizeof(Site<P>) == 0);
    return {reinterpret_cast<const Site<P>*>(bytes.data()), bytes.size() / sizeof(Site<P>)};
}

template <class P> std::span<Site<P>> sites_of(std::span<std::byte> bytes) {
    MDSIM_EXPECT(bytes.size() % sizeof(Site<P>) == 0);
    return {reinterpret_cast<Site<P>*>(bytes.data()), bytes.size() / sizeof(Site<P>)};
}

} // namespace

template <class P>
PackingTransport<P>::PackingTransport(const Communicator& comm, std::vector<bool> packed)
    : comm_(comm.duplicate()), packed_(std::move(packed)) {
    MDSIM_REQUIRE(packed_.size() == static_cast<std::size_t>(comm.size()));
}

/// A code is shorter than the place for it, so it has to travel in one piece.
template <class P> bool PackingTransport<P>::packs(Rank peer, std::size_t bytes) const {
    const std::size_t words = site_code::most_words<typename P::Fraction>(bytes / sizeof(Site<P>));
    return packed_[static_cast<std::size_t>(peer)] &&
           words * sizeof(std::uint32_t) <= comm_.piece_bytes();
}

template <class P>
void PackingTransport<P>::agree(std::span<const Outgoing> out, std::span<const Incoming> in) {
    sending_.resize(out.size());
    for (std::size_t k = 0; k < out.size(); ++k)
        if (packs(out[k].peer, out[k].bytes.size())) sending_[k].agree(sites_of<P>(out[k].bytes));
    receiving_.clear();
    receiving_.resize(in.size());
    in_.assign(in.begin(), in.end());
    for (std::size_t k = 0; k < in.size(); ++k) {
        if (!packs(in[k].peer, in[k].bytes.size())) continue;
        Received& received = receiving_[k];
        received.sites = sites_of<P>(in[k].bytes);
        received.codec.agree(received.sites);
        received.code.resize(received.codec.most_words());
        in_[k].bytes = std::as_writable_bytes(std::span(received.code));
    }
}

template <class P>
std::size_t PackingTransport<P>::start(std::span<const Outgoing> out,
                                       std::span<const Incoming> in) {
    MDSIM_REQUIRE(out.size() == sending_.size() && in.size() == receiving_.size());
    out_.assign(out.begin(), out.end());
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < out.size(); ++k) {
        if (packs(out[k].peer, out[k].bytes.size()))
            out_[k].bytes = std::as_bytes(sending_[k].encode(sites_of<P>(out[k].bytes)));
        bytes += out_[k].bytes.size();
    }
    comm_.start(out_, in_, requests_);
    return bytes;
}

template <class P> void PackingTransport<P>::finish() {
    requests_.wait();
    for (Received& received : receiving_)
        if (!received.sites.empty()) received.codec.decode(received.code, received.sites);
}

template class PackingTransport<MixedPrecision>;
template class PackingTransport<DoublePrecision>;

} // namespace mdsim
