// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_id_order.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "kernels/engine/device_time_origins.hpp"

namespace mdsim {

template <class P> bool DeviceIdOrder<P>::index() {
    indexed_.reset();
    if (!rank_->adopted().index_ids(rank_->atoms)) return false;
    indexed_ = rank_->revision();
    return true;
}

template <class P> void DeviceIdOrder<P>::write(const AnyColumn& column, void* to) {
    MDSIM_REQUIRE(indexed());
    auto& of_several = rank_->adopted().id_ordered;
    if (of_several)
        of_several->write(rank_->atoms, column, to);
    else
        rank_->atoms.download_column(column, to);
}

template <class P> DeviceValues DeviceIdOrder<P>::keep(const AnyColumn& column) {
    DeviceValues values;
    values.count = atoms_in_block();
    const std::size_t bytes = std::max<std::size_t>(1, values.count * value_bytes<P>(column));
    values.memory = {allocate_on_device(bytes), ReleaseOnDevice{}};
    check_cuda(cudaGetDevice(&values.device), "asking for the device in use");
    store(column, values.memory.get());
    rank_->stream.wait();
    return values;
}

template <class P> void DeviceIdOrder<P>::store(const AnyColumn& column, void* to) {
    MDSIM_REQUIRE(indexed());
    auto& of_several = rank_->adopted().id_ordered;
    if (of_several)
        of_several->store(rank_->atoms, column, static_cast<std::byte*>(to));
    else
        rank_->atoms.store_column(column, to);
}

template <class P> void DeviceIdOrder<P>::store_shown(const AnyColumn& column, void* to) {
    LookStore& looks = rank_->looks;
    MDSIM_EXPECT(std::get<column::Unwrapped>(column).edges == looks.edges());
    rank_->stream.copy(looks.shown_unwrapped(), static_cast<Vec3<double>*>(to), atoms_in_block());
}

template <class P> std::size_t DeviceIdOrder<P>::atoms_in_block() const {
    if (rank_->devices == nullptr) return rank_->atoms.size();
    const PeerLinks& links = rank_->devices->links();
    return static_cast<std::size_t>(
        IdBlock::of(rank_->layout.total_atoms, links.rank(), links.size()).size());
}

template <class P>
std::unique_ptr<TimeOrigins> DeviceIdOrder<P>::time_origins(const OriginRequest& request,
                                                            std::function<void()> find) {
    MDSIM_REQUIRE(value_bytes<P>(request.column) == sizeof(Vec3<double>));
    return std::make_unique<DeviceTimeOrigins>(
        rank_->stream, request, atoms_in_block(),
        [this, find = std::move(find)](const AnyColumn& column, void* to) {
            if (rank_->looks.shows() && is_carried(column)) return store_shown(column, to);
            if (!indexed()) find();
            store(column, to);
        });
}

template class DeviceIdOrder<MixedPrecision>;
template class DeviceIdOrder<DoublePrecision>;

} // namespace mdsim
