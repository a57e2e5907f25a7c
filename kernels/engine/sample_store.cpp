// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/sample_store.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/engine/read_sums.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

namespace {

constexpr std::size_t places = 1 + longest_pass;

} // namespace

ObservedSums* SampleStore::sums(int place) {
    MDSIM_EXPECT(place == 0 || (place > 0 && static_cast<std::size_t>(place) < now_.size()));
    return now_.data() + place;
}

void SampleStore::take(const Stream& stream, const BatchSamples& samples, bool sums) {
    wanted_ = samples;
    if (samples.count > 0 || sums) {
        now_.resize_discard(places);
        stream.zero(now_.data(), now_.size());
    }
    if (samples.count == 0) return;
    if (samples.count > 1) usual_distance_ = samples.steps.every;
    sample_.resize_discard(static_cast<std::size_t>(BatchSamples::most));
}

std::vector<BatchSample> SampleStore::samples(const Stream& stream, Step end) const {
    const std::int64_t passed = wanted_.count > 0 ? wanted_.steps.before(end) : 0;
    if (passed == 0) return {};
    std::vector<DeviceSample> seen(static_cast<std::size_t>(std::min(passed, wanted_.count)));
    stream.download(sample_.data(), seen.data(), seen.size());
    stream.wait();
    std::vector<BatchSample> samples;
    Step step = wanted_.steps.first;
    for (const DeviceSample& sample : seen) {
        samples.push_back({step, read_sums(sample.sums.pair), read_sums(sample.sums.kinetic),
                           sample.thermostat, sample.barostat});
        step += wanted_.steps.every;
    }
    return samples;
}

} // namespace mdsim
