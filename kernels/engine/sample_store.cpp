// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/sample_store.hpp"

#include <algorithm>

#include "kernels/engine/read_sums.hpp"

namespace mdsim {

void SampleStore::take(const Stream& stream, const BatchSamples& samples, bool sums) {
    wanted_ = samples;
    if (samples.count > 0 || sums) {
        now_.resize_discard(1);
        stream.zero(now_.data(), 1);
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
