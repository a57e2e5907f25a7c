// SPDX-License-Identifier: BSD-3-Clause
#include "engine/host_time_origins.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/parallel.hpp"

namespace mdsim {

namespace {

constexpr std::size_t atoms_at_once = 4096;

} // namespace

template <class P> void HostTimeOrigins<P>::look() {
    const auto atoms = table_();
    const auto now = std::make_shared<Buffer<Vec3<double>, Host>>();
    now->resize_discard(static_cast<std::size_t>(atoms->block().size()));
    MDSIM_EXPECT(value_bytes<P>(request_.column) == sizeof(Vec3<double>));
    atoms->write(request_.column, std::as_writable_bytes(now->span()));
    if (types_.empty()) atoms->fill(column::Type{}, types_);
    now_ = now;
}

template <class P> void HostTimeOrigins<P>::keep() {
    MDSIM_EXPECT(now_ != nullptr);
    origins_.push_back(now_);
}

template <class P> void HostTimeOrigins<P>::drop_oldest() {
    MDSIM_EXPECT(!origins_.empty());
    origins_.erase(origins_.begin());
}

template <class P> std::vector<FixedSum> HostTimeOrigins<P>::sums() {
    MDSIM_EXPECT(now_ != nullptr);
    std::vector<FixedSum> sums;
    std::visit(
        [&](const auto& product) {
            for (const Array& origin : origins_) add_sums(product, origin->span(), sums);
        },
        request_.product);
    return sums;
}

template <class P>
template <class Product>
void HostTimeOrigins<P>::add_sums(const Product& product, std::span<const Vec3<double>> then,
                                  std::vector<FixedSum>& sums) const {
    const std::span<const Vec3<double>> now = now_->span();
    MDSIM_REQUIRE(then.size() == now.size() && types_.size() == now.size());
    const FixedSum none(fixed_scale::correlation);
    std::vector<std::vector<FixedSum>> of_thread(most_threads(),
                                                 std::vector<FixedSum>(request_.types, none));
    const std::size_t parts = (now.size() + atoms_at_once - 1) / atoms_at_once;
    parallel_for(parts, [&](std::size_t part, std::size_t thread) {
        const std::size_t end = std::min(now.size(), (part + 1) * atoms_at_once);
        for (std::size_t i = part * atoms_at_once; i < end; ++i)
            of_thread[thread][static_cast<std::size_t>(types_[i])].add(product(then[i], now[i]));
    });
    const std::size_t first = sums.size();
    sums.resize(first + request_.types, none);
    for (const auto& one : of_thread)
        for (std::size_t t = 0; t < request_.types; ++t) sums[first + t].merge(one[t]);
}

template class HostTimeOrigins<MixedPrecision>;
template class HostTimeOrigins<DoublePrecision>;

} // namespace mdsim
