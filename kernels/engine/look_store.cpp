// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/look_store.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::size_t numbers_of(const LookTasks& tasks, std::size_t types) {
    return types * types * tasks.bins;
}

} // namespace

void LookStore::take(const Stream& stream, const std::vector<BatchLook>& looks, std::size_t atoms,
                     std::size_t types, const LowerTriangular<double>& edges) {
    const auto places = static_cast<std::size_t>(most_looks(atoms));
    MDSIM_EXPECT(looks.size() <= places);
    looks_ = looks;
    atoms_ = atoms;
    types_ = types;
    edges_ = edges;
    tasks_ = {};
    shown_.reset();
    for (const BatchLook& look : looks) tasks_.merge(look.tasks);
    MDSIM_EXPECT(!tasks_.others);
    const std::size_t numbers = numbers_of(tasks_, types);
    if (counts_.size() < places * numbers) counts_.resize_discard(places * numbers);
    stream.zero(counts_.data(), looks.size() * numbers);
    if (tasks_.unwrapped && unwrapped_.size() < places * atoms)
        unwrapped_.resize_discard(places * atoms);
}

HistogramView LookStore::counters(std::size_t look) {
    MDSIM_EXPECT(look < looks_.size() && looks_[look].tasks.bins > 0);
    return {counts_.data() + look * numbers_of(tasks_, types_),
            static_cast<std::uint32_t>(tasks_.bins), static_cast<std::uint32_t>(types_),
            tasks_.range};
}

Vec3<double>* LookStore::unwrapped(std::size_t look) {
    MDSIM_EXPECT(look < looks_.size() && looks_[look].tasks.unwrapped);
    return unwrapped_.data() + look * atoms_;
}

void LookStore::finish(const Stream& stream) {
    seen_counts_.download(stream, counts_, looks_.size() * numbers_of(tasks_, types_));
    seen_ = seen_counts_.wait(stream);
}

const BatchLook& LookStore::shown_look() const {
    MDSIM_EXPECT(shown_ && *shown_ < looks_.size());
    return looks_[*shown_];
}

std::span<const unsigned long long> LookStore::shown_counts() const {
    MDSIM_REQUIRE(shown_look().tasks.bins > 0);
    const std::size_t numbers = numbers_of(tasks_, types_);
    return seen_.subspan(*shown_ * numbers, numbers);
}

const Vec3<double>* LookStore::shown_unwrapped() {
    MDSIM_REQUIRE(shown_look().tasks.unwrapped);
    return unwrapped(*shown_);
}

} // namespace mdsim
