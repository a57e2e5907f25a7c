// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/row_store.hpp"

#include <algorithm>

#include "kernels/engine/read_sums.hpp"

namespace mdsim {

void RowStore::take(const Stream& stream, const StretchRows& rows) {
    wanted_ = rows;
    if (rows.count == 0) return;
    if (rows.count > 1) usual_distance_ = rows.every;
    now_.resize_discard(1);
    row_.resize_discard(static_cast<std::size_t>(StretchRows::most));
    stream.zero(now_.data(), 1);
}

std::vector<StretchRow> RowStore::rows(const Stream& stream, Step end, int chain_length) const {
    if (wanted_.count == 0 || end <= wanted_.first) return {};
    const std::int64_t passed = (end - wanted_.first + wanted_.every - 1) / wanted_.every;
    std::vector<DeviceRow> seen(static_cast<std::size_t>(std::min(passed, wanted_.count)));
    stream.download(row_.data(), seen.data(), seen.size());
    stream.wait();
    std::vector<StretchRow> rows;
    Step step = wanted_.first;
    for (const DeviceRow& row : seen) {
        rows.push_back({step, read_sums(row.sums.pair), read_sums(row.sums.kinetic), {}});
        if (chain_length > 0)
            rows.back().chain = {{row.momentum, row.momentum + chain_length}, row.potential};
        step += wanted_.every;
    }
    return rows;
}

} // namespace mdsim
