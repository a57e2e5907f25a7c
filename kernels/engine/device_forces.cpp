// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_forces.hpp"

#include <span>

#include "core/contract.hpp"
#include "kernels/engine/read_sums.hpp"
#include "kernels/force/count_distances.hpp"

namespace mdsim {

template <class P> void DeviceForces<P>::store(WantedSums wanted) {
    const bool with_sums = wanted != WantedSums::none; // all of them, or none
    DeviceRank<P>& d = *rank_;
    const StepLoop<P>& loop = d.changing().loop;
    if (with_sums) d.stream.zero(totals_.data(), 1);
    loop.queue_forces(with_sums ? totals_.data() : nullptr);
    if (with_sums) d.stream.download(totals_.data(), seen_totals_.get(), 1);
}

template <class P> PairSums DeviceForces<P>::sums() {
    rank_->stream.wait();
    return read_sums(*seen_totals_);
}

template <class P> void DeviceForces<P>::find_shares() {
    DeviceRank<P>& d = *rank_;
    const StepLoop<P>& loop = d.changing().loop; // as what looks show of the atoms changes
    d.forces.queue_shares(d.stream, loop.walk_args(), d.atoms.clear_shares());
}

template <class P> bool DeviceForces<P>::has_missing_pair(double) {
    DeviceRank<P>& d = *rank_;
    Resident<P>& resident = d.adopted();
    if (!resident.check.exact()) return true;
    Control& control = d.atoms.control();
    d.atoms.pull_control();
    control.missing_pair = 0;
    d.atoms.push_control();
    resident.check.check_now(d.stream, d.atoms.view(), resident.lists);
    d.atoms.pull_control();
    const int missing = control.missing_pair != 0 ? 1 : 0;
    return (d.devices != nullptr ? d.layout.comm->max_of(missing) : missing) == 1;
}

template <class P> void DeviceForces<P>::begin_counting(const PairHistogram& shape) {
    DeviceRank<P>& d = *rank_;
    MDSIM_EXPECT(!counting_);
    MDSIM_EXPECT(shape.count.size() == shape.types * shape.types * shape.bins);
    MDSIM_EXPECT(shape.range <= d.ranges.largest);
    counting_ = true;
    if (d.looks.shows()) {
        const std::span<const unsigned long long> counted = d.looks.shown_counts();
        counts_of_look_.assign(counted.begin(), counted.end()); // as other looks follow
        return;
    }
    counts_of_look_.clear();
    if (counts_.size() != shape.count.size()) counts_.resize_discard(shape.count.size());
    d.stream.zero(counts_.data(), counts_.size());
    const HistogramView view{counts_.data(), static_cast<std::uint32_t>(shape.bins),
                             static_cast<std::uint32_t>(shape.types), shape.range};
    d.forces.for_each_list(d.adopted().loop.walk_args(), [&](const WalkArgs<P>& walk) {
        count_tile_distances<P>(d.stream, walk, view);
    });
    seen_counts_.download(d.stream, counts_);
}

template <class P> void DeviceForces<P>::end_counting(PairHistogram& histogram) {
    const std::span<const unsigned long long> counted =
        counts_of_look_.empty() ? seen_counts_.wait(rank_->stream)
                                : std::span<const unsigned long long>(counts_of_look_);
    MDSIM_EXPECT(counting_ && histogram.count.size() == counted.size());
    counting_ = false;
    for (std::size_t k = 0; k < counted.size(); ++k)
        histogram.count[k] += static_cast<std::int64_t>(counted[k]);
}

template class DeviceForces<MixedPrecision>;
template class DeviceForces<DoublePrecision>;

} // namespace mdsim
