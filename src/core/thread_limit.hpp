// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omp.h>

#include <algorithm>

namespace mdsim {

/// While it lives, loops that this thread begins run on at most so many threads.
class ThreadLimit {
  public:
    explicit ThreadLimit(int most) : before_(omp_get_max_threads()) {
        omp_set_num_threads(std::clamp(most, 1, before_));
    }
    ~ThreadLimit() { omp_set_num_threads(before_); }
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

  private:
    int before_;
};

} // namespace mdsim
