// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernels/integrate/store_sample.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/batch_samples.hpp"

namespace mdsim {

/// The samples of a batch in the memory of the device, which is taken when the first are asked for.
class SampleStore {
  public:
    /// Prepares for those of a batch, or for the sums alone, where a barostat acts by them.
    void take(const Stream& stream, const BatchSamples& samples, bool sums);

    /// Those taken before step `end`; waits.
    std::vector<BatchSample> samples(const Stream& stream, Step end) const;

    /// Whether there have been samples: then there will be more, and passes are made for them even
    /// where a batch has none.
    bool expected() const { return !sample_.empty(); }
    /// How many the batch takes at most.
    std::int64_t count() const { return wanted_.count; }
    /// The distance of samples in the last batch with several; 0: there was none.
    std::int64_t usual_distance() const { return usual_distance_; }
    /// The sums of a step in hand, zero between uses: of place 0, or of one of those for the
    /// samples of a body, at most `longest_pass`.
    ObservedSums* sums(int place);
    SampleArgs args(OutOfRange out_of_range, int place = 0) {
        return {sums(place), sample_.data(), out_of_range};
    }

  private:
    BatchSamples wanted_;
    std::int64_t usual_distance_ = 0;
    Buffer<ObservedSums, Device> now_;
    Buffer<DeviceSample, Device> sample_;
};

} // namespace mdsim
