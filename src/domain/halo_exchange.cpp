// SPDX-License-Identifier: BSD-3-Clause
#include "domain/halo_exchange.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Fewer values than this are copied before other threads have woken.
[[maybe_unused]] constexpr std::ptrdiff_t worth_threads = 8192;

} // namespace

std::size_t MpiHaloTransport::start(std::span<const Outgoing> out, std::span<const Incoming> in) {
    comm_.start(out, in, requests_);
    std::size_t bytes = 0;
    for (const Outgoing& message : out) bytes += message.bytes.size();
    return bytes;
}

template <class Value> void HaloPush<Value>::rebuild(std::vector<HaloLink> links) {
    MDSIM_REQUIRE(!under_way_);
    links_ = std::move(links);
    std::size_t sent = 0;
    std::size_t received = 0;
    for (const HaloLink& link : links_) {
        sent += link.send.size();
        received += link.receive.size();
    }
    gathered_.resize_discard(sent * width_);
    arrived_.resize_discard(received * width_);
    out_.clear();
    in_.clear();
    std::span<const Value> out = std::as_const(gathered_).span();
    std::span<Value> in = arrived_.span();
    for (const HaloLink& link : links_) {
        const std::size_t sending = link.send.size() * width_;
        const std::size_t receiving = link.receive.size() * width_;
        if (sending > 0) out_.push_back({link.peer, std::as_bytes(out.first(sending))});
        if (receiving > 0) in_.push_back({link.peer, std::as_writable_bytes(in.first(receiving))});
        out = out.subspan(sending);
        in = in.subspan(receiving);
    }
    statistics_.halo_atoms = static_cast<std::int64_t>(received);
}

template <class Value> void HaloPush<Value>::gather(const Value* from) {
    Value* next = gathered_.data();
    for (const HaloLink& link : links_)
        for (const LocalIndex i : link.send) next = std::copy_n(from + i * width_, width_, next);
}

template <class Value> void HaloPush<Value>::agree(const Value* now) {
    MDSIM_REQUIRE(!under_way_);
    gather(now);
    Value* next = arrived_.data();
    for (const HaloLink& link : links_)
        for (const LocalIndex i : link.receive) next = std::copy_n(now + i * width_, width_, next);
    transport_->agree(out_, in_);
}

template <class Value> void HaloPush<Value>::start(const Value* from) {
    MDSIM_REQUIRE(!under_way_);
    gather(from);
    under_way_ = true;
    statistics_.bytes += static_cast<std::int64_t>(transport_->start(out_, in_));
    ++statistics_.exchanges;
    statistics_.messages += static_cast<std::int64_t>(out_.size());
    statistics_.unpacked += static_cast<std::int64_t>(gathered_.size() * sizeof(Value));
}

template <class Value> void HaloPush<Value>::finish(Value* to) {
    MDSIM_REQUIRE(under_way_);
    transport_->finish();
    under_way_ = false;
    const Value* next = arrived_.data();
    for (const HaloLink& link : links_)
        for (const LocalIndex i : link.receive) {
            std::copy_n(next, width_, to + i * width_);
            next += width_;
        }
}

template <class Value> std::size_t HaloPush<Value>::bytes() const {
    std::size_t indices = 0;
    for (const HaloLink& link : links_) indices += link.send.capacity() + link.receive.capacity();
    return gathered_.bytes() + arrived_.bytes() + indices * sizeof(LocalIndex);
}

template class HaloPush<Site<MixedPrecision>>;
template class HaloPush<Site<DoublePrecision>>;
template class HaloPush<float>;
template class HaloPush<double>;

} // namespace mdsim
