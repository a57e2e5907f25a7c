// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_time_origins.hpp"

#include <utility>

#include "core/contract.hpp"
#include "kernels/engine/sum_products.hpp"

namespace mdsim {

DeviceTimeOrigins::DeviceTimeOrigins(const Stream& stream, const OriginRequest& request,
                                     std::size_t atoms, StoreColumn store)
    : stream_(&stream), request_(request), atoms_(atoms), store_(std::move(store)) {}

void DeviceTimeOrigins::look() {
    if (types_.size() != atoms_) {
        types_.resize_discard(atoms_);
        store_(column::Type{}, types_.data());
    }
    if (now_ == nullptr || now_.use_count() > 1)
        now_ = std::make_shared<Buffer<Vec3<double>, Device>>(atoms_);
    store_(request_.column, now_->data());
}

void DeviceTimeOrigins::keep() {
    MDSIM_EXPECT(now_ != nullptr);
    origins_.push_back({now_, nullptr});
}

void DeviceTimeOrigins::drop_oldest() {
    MDSIM_EXPECT(!origins_.empty());
    origins_.erase(origins_.begin());
}

std::vector<FixedSum> DeviceTimeOrigins::sums() {
    MDSIM_EXPECT(now_ != nullptr);
    const std::size_t types = request_.types;
    totals_.resize_discard(origins_.size() * types);
    stream_->zero(totals_.data(), totals_.size());
    for (std::size_t k = 0; k < origins_.size(); ++k)
        sum_products(*stream_, request_.product,
                     {origins_[k].vectors->data(), now_->data(), types_.data(),
                      static_cast<std::uint32_t>(atoms_), static_cast<std::uint32_t>(types)},
                     totals_.data() + k * types);
    std::vector<DeviceSums<1>> found(totals_.size());
    stream_->download(totals_.data(), found.data(), found.size());
    stream_->wait();
    std::vector<FixedSum> sums;
    sums.reserve(found.size());
    for (const DeviceSums<1>& total : found)
        sums.push_back(FixedSum::from_words(fixed_scale::correlation, total.sum[0].words(),
                                            total.saturated != 0));
    return sums;
}

TimeOrigins::Array DeviceTimeOrigins::array(std::size_t origin) {
    MDSIM_EXPECT(origin < origins_.size());
    Origin& wanted = origins_[origin];
    if (wanted.copy == nullptr) {
        const auto copy = std::make_shared<Buffer<Vec3<double>, Host>>(atoms_);
        staging_.download(*stream_, wanted.vectors->data(), *copy);
        wanted.copy = copy;
    }
    return wanted.copy;
}

void DeviceTimeOrigins::restore(const Array& origin) {
    MDSIM_REQUIRE(origin->size() == atoms_);
    const auto vectors = std::make_shared<Buffer<Vec3<double>, Device>>(atoms_);
    stream_->upload(origin->data(), vectors->data(), atoms_);
    stream_->wait();
    origins_.push_back({vectors, origin});
}

} // namespace mdsim
