// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_time_origins.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "kernels/engine/carried_ways.hpp"
#include "kernels/engine/sum_products.hpp"

namespace mdsim {

DeviceTimeOrigins::DeviceTimeOrigins(const Stream& stream, const OriginRequest& request,
                                     std::size_t atoms, StoreColumn store)
    : stream_(&stream), request_(request), atoms_(atoms), store_(std::move(store)) {}

void DeviceTimeOrigins::carry_on(const LowerTriangular<double>& edges) {
    if (now_ == nullptr || edges == edges_) return;
    if (ways_.empty()) {
        ways_.resize_discard(atoms_);
        stream_->zero(ways_.data(), atoms_);
    }
    carry_ways(*stream_, now_->data(), inverse(edges_) * edges, ways_.data(), atoms_);
}

void DeviceTimeOrigins::look(const LowerTriangular<double>& edges,
                             const LowerTriangular<double>& carrying) {
    MDSIM_EXPECT(summing_ == nullptr);
    if (is_carried(request_.column)) carry_on(carrying);
    if (types_.size() != atoms_) {
        types_.resize_discard(atoms_);
        store_(column::Type{}, types_.data());
    }
    if (now_ == nullptr || now_.use_count() > 1) now_ = unused_vectors();
    store_(column_in(edges, request_.column), now_->data());
    if (!ways_.empty()) leave_out_ways(*stream_, ways_.data(), now_->data(), atoms_);
    edges_ = carrying;
}

void DeviceTimeOrigins::keep() {
    MDSIM_EXPECT(now_ != nullptr && summing_ == nullptr);
    origins_.push_back({now_, nullptr});
}

void DeviceTimeOrigins::drop_oldest() {
    MDSIM_EXPECT(!origins_.empty() && summing_ == nullptr);
    unused_ = std::move(origins_.front().vectors);
    origins_.erase(origins_.begin());
}

DeviceTimeOrigins::Vectors DeviceTimeOrigins::unused_vectors() {
    if (unused_ != nullptr && unused_.use_count() == 1) return std::move(unused_);
    return std::make_shared<Buffer<Vec3<double>, Device>>(atoms_);
}

void DeviceTimeOrigins::begin_sums() {
    MDSIM_EXPECT(now_ != nullptr && summing_ == nullptr);
    const std::size_t types = request_.types;
    summing_ = &beside_.begin(*stream_);
    totals_.resize_discard(origins_.size() * types);
    summing_->zero(totals_.data(), totals_.size());
    for (std::size_t first = 0; first < origins_.size(); first += VectorPairs::most_origins) {
        const std::size_t end =
            std::min<std::size_t>(first + VectorPairs::most_origins, origins_.size());
        VectorPairs pairs{{},
                          static_cast<std::uint32_t>(end - first),
                          now_->data(),
                          types_.data(),
                          static_cast<std::uint32_t>(atoms_),
                          static_cast<std::uint32_t>(types)};
        for (std::size_t k = first; k < end; ++k)
            pairs.then[k - first] = origins_[k].vectors->data();
        sum_products(*summing_, request_.product, pairs, totals_.data() + first * types);
    }
    seen_totals_.download(*summing_, totals_);
}

std::vector<FixedSum> DeviceTimeOrigins::end_sums() {
    MDSIM_EXPECT(summing_ != nullptr);
    std::vector<FixedSum> sums;
    for (const DeviceSums<1>& total : seen_totals_.wait(*std::exchange(summing_, nullptr)))
        sums.push_back(FixedSum::from_words(fixed_scale::correlation, total.sum[0].words(),
                                            total.saturated != 0));
    return sums;
}

TimeOrigins::Array DeviceTimeOrigins::array(std::size_t origin) {
    MDSIM_EXPECT(origin < origins_.size());
    Origin& wanted = origins_[origin];
    if (wanted.copy == nullptr) wanted.copy = copy_of(*wanted.vectors);
    return wanted.copy;
}

void DeviceTimeOrigins::restore(const Array& origin) {
    origins_.push_back({upload(origin), origin});
}

TimeOrigins::Carried DeviceTimeOrigins::carried() {
    MDSIM_EXPECT(now_ != nullptr);
    return {edges_, copy_of(*now_), ways_.empty() ? nullptr : copy_of(ways_)};
}

void DeviceTimeOrigins::restore(const Carried& carried) {
    MDSIM_EXPECT(carried.last != nullptr);
    edges_ = carried.edges;
    now_ = upload(carried.last);
    if (carried.ways == nullptr) return;
    ways_.resize_discard(atoms_);
    stream_->upload(carried.ways->data(), ways_.data(), atoms_);
    stream_->wait();
}

TimeOrigins::Array DeviceTimeOrigins::copy_of(const Buffer<Vec3<double>, Device>& vectors) {
    const auto copy = std::make_shared<Buffer<Vec3<double>, Host>>(atoms_);
    staging_.download(*stream_, vectors.data(), *copy);
    return copy;
}

DeviceTimeOrigins::Vectors DeviceTimeOrigins::upload(const Array& vectors) {
    MDSIM_REQUIRE(vectors->size() == atoms_);
    auto uploaded = std::make_shared<Buffer<Vec3<double>, Device>>(atoms_);
    stream_->upload(vectors->data(), uploaded->data(), atoms_);
    stream_->wait();
    return uploaded;
}

} // namespace mdsim
