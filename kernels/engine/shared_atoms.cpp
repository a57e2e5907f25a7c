// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/shared_atoms.hpp"

namespace mdsim {

template <class P>
SharedAtoms<P>::SharedAtoms(const Stream& stream, const LinkedDevices& devices,
                            const RankLayout& layout, const CellGrid& grid,
                            const std::vector<std::int64_t>& owned_cells, std::size_t count)
    : devices_(&devices), comm_(layout.comm), total_atoms_(layout.total_atoms),
      need_(capacity_of(layout, count)),
      exchange_(stream, devices.links(), layout, grid, owned_cells, need_) {
    if (devices.led_by_hosts())
        staged_ = std::make_unique<StagedExchange<P>>(stream, devices.links(), *devices.transport(),
                                                      layout, exchange_);
}

template <class P> RankAtoms SharedAtoms<P>::capacity() const {
    return {need_.owned, need_.local(), static_cast<double>(total_atoms_), exchange_.cells(),
            exchange_.peers_of_cell()};
}

template <class P>
std::unique_ptr<RankBarrier> SharedAtoms<P>::barrier(const Stream& stream, AtomStore<P>& atoms,
                                                     CellOrder<P>& order, ChannelStore<P>& channel,
                                                     std::chrono::nanoseconds longest_wait) {
    if (!devices_->led_by_hosts())
        return std::make_unique<DeviceBarrier>(stream, devices_->all_reduce(),
                                               atoms.view().control);
    atoms.sites().set_mirrors(staged_->outbox());
    const ChosenPacking& packing = devices_->packing();
    if (packing.packing.packs) staged_->pack_positions(packing.packed, longest_wait);
    channel.set_mirrors(staged_->channel_outbox(channel.width()));
    return std::make_unique<HostBarrier<P>>(atoms, order, channel, *staged_, longest_wait);
}

template <class P> RankParts<P> SharedAtoms<P>::parts(RankBarrier& barrier, std::int64_t slowdown) {
    RankParts<P> parts;
    parts.exchange = &exchange_;
    parts.barrier = &barrier;
    parts.comm = comm_;
    parts.share_device = devices_->links().share_device();
    parts.total_atoms = total_atoms_;
    parts.slowdown = slowdown;
    if (devices_->led_by_hosts()) {
        parts.host_barrier = &dynamic_cast<HostBarrier<P>&>(barrier);
    } else {
        parts.all_reduce = &devices_->all_reduce();
        parts.sums_exchange = &devices_->sums_exchange();
    }
    return parts;
}

template <class P> PackedTraffic SharedAtoms<P>::packed_traffic() const {
    return staged_ != nullptr ? staged_->packed_traffic() : PackedTraffic{};
}

template <class P> std::size_t SharedAtoms<P>::bytes() const {
    return exchange_.bytes() + (staged_ != nullptr ? staged_->bytes() : 0);
}

template class SharedAtoms<MixedPrecision>;
template class SharedAtoms<DoublePrecision>;

} // namespace mdsim
