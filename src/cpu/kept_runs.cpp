// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/kept_runs.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "cpu/simd/kernels.hpp"

namespace mdsim {

KeptEntries* KeepScratch::begin(std::span<const EntryRun> walked) {
    std::uint32_t most = 0;
    std::size_t capacity = 0;
    for (const EntryRun& run : walked) {
        most = std::max(most, run.rows);
        capacity += EntryRun::capacity(run.rows);
    }
    const std::size_t capacity_of_lane = std::size_t{most} + 2 * EntryRun::row_block;
    lanes_.resize_discard(capacity_of_lane * group_lanes);
    written_.resize_discard(capacity);
    runs_.resize_discard(walked.size());
    for (std::size_t i = 0; i < group_lanes; ++i)
        kept_.lanes[i] = {lanes_.data() + i * capacity_of_lane, 0};
    kept_.next = written_.data();
    kept_.runs = runs_.data();
    return &kept_;
}

std::span<const std::uint16_t> KeepScratch::entries() const {
    const auto count = static_cast<std::size_t>(kept_.next - written_.data());
    MDSIM_EXPECT(count <= written_.size());
    return {written_.data(), count};
}

template <class P>
bool KeptRuns<P>::is_stale(std::span<const Vec4<Real>> records, Real limit2) const {
    if (runs_.size() == 0 || records.size() < group_lanes) return true;
    MDSIM_EXPECT(records.size() == reference_.size());
    return !(cpu_kernels<P>().farthest_move(reference_.data(), records.data(), records.size()) <
             limit2);
}

template <class P>
void KeptRuns<P>::assign(const KeepScratch& scratch, std::span<const Vec4<Real>> records) {
    const auto entries = scratch.entries();
    const auto runs = scratch.runs();
    MDSIM_EXPECT(!runs.empty());
    reference_.resize_discard(records.size());
    entries_.resize_discard(entries.size());
    runs_.resize_discard(runs.size());
    std::copy(records.begin(), records.end(), reference_.begin());
    std::copy(entries.begin(), entries.end(), entries_.begin());
    for (std::size_t i = 0; i < runs.size(); ++i)
        runs_[i] = {entries_.data() + (runs[i].entries - entries.data()), runs[i].rows};
}

template <class P> std::size_t KeptRuns<P>::bytes() const {
    return reference_.size() * sizeof(Vec4<Real>) + entries_.size() * sizeof(std::uint16_t) +
           runs_.size() * sizeof(EntryRun);
}

template class KeptRuns<MixedPrecision>;
template class KeptRuns<DoublePrecision>;

} // namespace mdsim
