// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernels/integrate/keep_row.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/stretch_rows.hpp"

namespace mdsim {

/// The rows of a stretch in the memory of the device, which is taken when the first are asked for.
class RowStore {
  public:
    /// Makes ready for those of a stretch.
    void take(const Stream& stream, const StretchRows& rows);

    /// Those taken before step `end`, of a chain of `chain_length`; waits.
    std::vector<StretchRow> rows(const Stream& stream, Step end, int chain_length) const;

    /// Whether there have been rows: then there will be more, and passes are made for them even
    /// where a stretch has none.
    bool expected() const { return !row_.empty(); }
    /// The distance of rows, as it was where there were several last; 0: there were none.
    std::int64_t usual_distance() const { return usual_distance_; }
    /// Of a rank that is alone, or not.
    RowArgs args(bool alone) { return {now_.data(), row_.data(), alone}; }

  private:
    StretchRows wanted_;
    std::int64_t usual_distance_ = 0;
    Buffer<ObservedSums, Device> now_;
    Buffer<DeviceRow, Device> row_;
};

} // namespace mdsim
