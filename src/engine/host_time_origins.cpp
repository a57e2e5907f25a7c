// SPDX-License-Identifier: BSD-3-Clause
#include "engine/host_time_origins.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/parallel.hpp"

namespace mdsim {

namespace {

constexpr std::size_t atoms_at_once = 4096;

/// On all threads.
template <class Act> void for_each_atom(std::size_t atoms, const Act& act) {
    const std::size_t parts = (atoms + atoms_at_once - 1) / atoms_at_once;
    parallel_for(parts, [&](std::size_t part, std::size_t) {
        const std::size_t end = std::min(atoms, (part + 1) * atoms_at_once);
        for (std::size_t i = part * atoms_at_once; i < end; ++i) act(i);
    });
}

} // namespace

template <class P> void HostTimeOrigins<P>::carry_on(const LowerTriangular<double>& edges) {
    if (now_ == nullptr || edges == edges_) return;
    const LowerTriangular<double> change = inverse(edges_) * edges;
    const auto ways = std::make_shared<Buffer<Vec3<double>, Host>>(now_->size());
    for_each_atom(ways->size(), [&](std::size_t i) {
        const Vec3<double> way = ways_ != nullptr ? (*ways_)[i] : Vec3<double>{0, 0, 0};
        (*ways)[i] = carried_on(way, (*now_)[i], change);
    });
    ways_ = ways;
}

template <class P>
void HostTimeOrigins<P>::look(const LowerTriangular<double>& edges,
                              const LowerTriangular<double>& carrying) {
    MDSIM_EXPECT(!summing_);
    if (is_carried(request_.column)) carry_on(carrying);
    const auto atoms = table_();
    const auto now = std::make_shared<Buffer<Vec3<double>, Host>>();
    now->resize_discard(static_cast<std::size_t>(atoms->block().size()));
    MDSIM_EXPECT(value_bytes<P>(request_.column) == sizeof(Vec3<double>));
    atoms->write(column_in(edges, request_.column), std::as_writable_bytes(now->span()));
    if (ways_ != nullptr)
        for_each_atom(now->size(), [&](std::size_t i) { (*now)[i] = (*now)[i] - (*ways_)[i]; });
    if (types_.empty()) atoms->fill(column::Type{}, types_);
    now_ = now;
    edges_ = carrying;
}

template <class P> TimeOrigins::Carried HostTimeOrigins<P>::carried() {
    MDSIM_EXPECT(now_ != nullptr);
    return {edges_, now_, ways_};
}

template <class P> void HostTimeOrigins<P>::restore(const Carried& carried) {
    MDSIM_EXPECT(carried.last != nullptr);
    edges_ = carried.edges;
    now_ = carried.last;
    ways_ = carried.ways;
}

template <class P> void HostTimeOrigins<P>::keep() {
    MDSIM_EXPECT(now_ != nullptr && !summing_);
    origins_.push_back(now_);
}

template <class P> void HostTimeOrigins<P>::drop_oldest() {
    MDSIM_EXPECT(!origins_.empty() && !summing_);
    origins_.erase(origins_.begin());
}

template <class P> void HostTimeOrigins<P>::begin_sums() {
    MDSIM_EXPECT(now_ != nullptr && !summing_);
    summing_ = true;
    sums_.clear();
    std::visit(
        [&](const auto& product) {
            for (const Array& origin : origins_) add_sums(product, origin->span());
        },
        request_.product);
}

template <class P> std::vector<FixedSum> HostTimeOrigins<P>::end_sums() {
    MDSIM_EXPECT(summing_);
    summing_ = false;
    return std::move(sums_);
}

template <class P>
template <class Product>
void HostTimeOrigins<P>::add_sums(const Product& product, std::span<const Vec3<double>> then) {
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
    const std::size_t first = sums_.size();
    sums_.resize(first + request_.types, none);
    for (const auto& one : of_thread)
        for (std::size_t t = 0; t < request_.types; ++t) sums_[first + t].merge(one[t]);
}

template class HostTimeOrigins<MixedPrecision>;
template class HostTimeOrigins<DoublePrecision>;

} // namespace mdsim
