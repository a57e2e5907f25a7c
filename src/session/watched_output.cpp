// SPDX-License-Identifier: BSD-3-Clause
#include "session/watched_output.hpp"

#include <algorithm>

namespace mdsim {

StepNeeds WatchedOutput::needs(Step step) const {
    StepNeeds all = output_->needs(step);
    all.merge(watcher_->needs(step));
    return all;
}

Step WatchedOutput::next_need(Step step, Step end) const {
    end = std::min(end, watcher_->next_need(step, end)); // which is found at once
    return std::min(end, output_->next_need(step, end));
}

void WatchedOutput::observe(const Observation& seen) {
    Observation for_output = seen;
    for_output.needs = output_->needs(seen.step);
    if (seen.request == Request::stop) {
        stopped_by_watcher_ = comm_->max_of(output_stops_ ? 1 : 0) == 0;
        if (stopped_by_watcher_) for_output.request = Request::none;
    }
    output_->observe(for_output);
    watcher_->observe(seen);
}

Request WatchedOutput::request(Step step) {
    const Request of_output = output_->request(step);
    output_stops_ = of_output == Request::stop;
    return std::max(of_output, watcher_->request(step));
}

} // namespace mdsim
