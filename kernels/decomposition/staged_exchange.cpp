// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/staged_exchange.hpp"

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/contract.hpp"
#include "kernels/p2p/on_all_ranks.hpp"
#include "physics/functional/channel_width.hpp"

namespace mdsim {

namespace {

DeliverySetup delivery_setup(const PeerLinks& links, const RankLayout& layout,
                             std::uint32_t segment) {
    DeliverySetup setup;
    setup.rank = links.rank();
    for (Rank peer = 0; peer < links.size(); ++peer)
        setup.apart.push_back(!links.direct(links.rank(), peer));
    setup.first_shown = first_of_peers(layout.shown, links.size());
    setup.first_seen = gather_on_all(links.ranks(), first_of_peers(layout.seen, links.size()));
    setup.segment = segment;
    return setup;
}

template <class T>
std::vector<DeviceBytes> device_bytes(const std::vector<Carried>& ranges, T* array) {
    std::vector<DeviceBytes> all;
    for (const Carried& c : ranges)
        all.push_back({c.peer, reinterpret_cast<std::byte*>(array + c.first), c.count * sizeof(T)});
    return all;
}

/// The address from which element `first` is at `place`. Only that element and those behind it are
/// ever asked for.
template <class T> T* begin_of(T* place, std::size_t first) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): no pointer may be counted back beyond its array
    return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(place) - first * sizeof(T));
}

} // namespace

template <class P>
StagedExchange<P>::StagedExchange(const Stream& stream, const PeerLinks& links,
                                  Transport& transport, const RankLayout& layout,
                                  RankExchange<P>& exchange)
    : stream_(&stream), links_(&links), transport_(&transport), exchange_(&exchange),
      view_(exchange.view({nullptr, nullptr, nullptr})),
      plan_(delivery_setup(links, layout, view_.segment)) {
    const auto ranks = static_cast<std::size_t>(links.size());
    offsets_.assign(2 * (ranks + 1), 0);
    counts_.assign(ranks, 0);
    on_all_ranks(links.ranks(), [&] {
        migrants_.resize_discard(plan_.inbox_mirrors());
        notes_.resize_discard(plan_.notes_mirrors());
        outbox_.resize_discard(view_.sent_capacity);
        offset_memory_.resize_discard(offsets_.size());
        std::vector<std::uint8_t> apart;
        for (Rank peer = 0; peer < links.size(); ++peer) apart.push_back(plan_.apart(peer));
        apart_ = stream.copy_of(apart);
        set_mirrors();
    });
}

template <class P> void StagedExchange<P>::set_mirrors() {
    std::vector<Migrant<P>*> inboxes(counts_.size(), nullptr);
    std::vector<std::uint32_t*> notes(counts_.size(), nullptr);
    for (Rank peer = 0; peer < plan_.ranks(); ++peer) {
        if (!plan_.apart(peer)) continue;
        const auto k = static_cast<std::size_t>(peer);
        const std::size_t first = std::size_t{view_.segment} * static_cast<std::size_t>(view_.rank);
        inboxes[k] = begin_of(migrants_.data() + plan_.inbox_mirror(peer), first);
        notes[k] = notes_.data() + plan_.notes_mirror(peer);
    }
    exchange_->inbox().set_mirrors(inboxes);
    exchange_->notes().set_mirrors(notes);
}

template <class P> std::span<const LocalIndex> StagedExchange<P>::offsets(std::size_t which) const {
    const std::size_t size = offsets_.size() / 2;
    return {offsets_.data() + which * size, size};
}

template <class P>
template <class T>
void StagedExchange<P>::exchange(const Delivery& delivery, T* mirrors, T* own) {
    transport_->exchange(*stream_, device_bytes(delivery.out, mirrors),
                         device_bytes(delivery.in, own));
}

template <class P> void StagedExchange<P>::deliver_migrants() {
    stream_->download(view_.leaving, counts_.data(), counts_.size());
    stream_->wait();
    const std::vector<std::int64_t> leaving(counts_.begin(), counts_.end());
    const std::vector<std::int64_t> arriving = links_->ranks().all_to_all(leaving);
    for (std::size_t from = 0; from < arriving.size(); ++from)
        counts_[from] = static_cast<std::uint32_t>(arriving[from]);
    std::uint32_t* const arrived = exchange_->notes().data();
    stream_->upload(counts_.data(), arrived, counts_.size());
    exchange(plan_.migrants(leaving, arriving), migrants_.data(), exchange_->inbox().data());
}

template <class P> void StagedExchange<P>::deliver_counts() {
    exchange(plan_.counts(), notes_.data(), exchange_->notes().data());
}

template <class P>
void StagedExchange<P>::download_layout(const Control* control, const LocalIndex* cell_first) {
    LocalIndex* const memory = offset_memory_.data();
    write_halo_offsets(*stream_, view_, control, cell_first, apart_.data(),
                       {memory, memory + offsets_.size() / 2});
    stream_->download(memory, offsets_.data(), offsets_.size());
}

template <class P>
void StagedExchange<P>::pack_positions(const std::vector<bool>& packed,
                                       std::chrono::nanoseconds limit) {
    packed_ = std::make_unique<PackedDelivery<P>>(*stream_, *links_, *transport_, packed, limit);
}

template <class P> void StagedExchange<P>::deliver_halo(Site<P>* site) {
    exchange(positions(), outbox_.data(), site);
    if (packed_ != nullptr) packed_->begin(positions(), outbox_.data(), site);
}

template <class P> void StagedExchange<P>::deliver_positions(Site<P>* site) {
    if (packed_ != nullptr)
        packed_->deliver(positions(), outbox_.data(), site);
    else
        exchange(positions(), outbox_.data(), site);
}

template <class P> PackedTraffic StagedExchange<P>::packed_traffic() const {
    if (packed_ == nullptr) return {};
    return {packed_->sent(), packed_->unpacked()};
}

template <class P>
void StagedExchange<P>::deliver_channel(typename P::Real* value, std::size_t width) {
    const auto exchange_records =
        [&]<std::size_t numbers>(std::integral_constant<std::size_t, numbers>) {
            using Record = std::array<typename P::Real, numbers>;
            exchange(positions(), reinterpret_cast<Record*>(channel_outbox_.data()),
                     reinterpret_cast<Record*>(value));
        };
    with_channel_width(width, exchange_records);
}

template <class P> void StagedExchange<P>::copy_positions(const Site<P>* from, Site<P>* to) const {
    for (const Carried& c : positions().in) stream_->copy(from + c.first, to + c.first, c.count);
}

template <class P> std::size_t StagedExchange<P>::bytes() const {
    return migrants_.bytes() + notes_.bytes() + outbox_.bytes() + channel_outbox_.bytes() +
           (packed_ != nullptr ? packed_->bytes() : 0);
}

template class StagedExchange<MixedPrecision>;
template class StagedExchange<DoublePrecision>;

} // namespace mdsim
