// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "output/sums_check.hpp"

namespace mdsim {

/// What is known of the output of the earlier parts of a run that goes on.
struct EarlierFindings {
    std::vector<Damage> damaged;
    std::vector<std::string> without_sums; ///< files that cannot be checked
    std::int64_t checked_bytes = 0;        ///< after the start
    std::int64_t unchecked_bytes = 0;      ///< as the run ended before, or found no memory
};

/// Looks through the earlier output of a run that goes on, while it goes on: a thread of lowest
/// priority compares frames with their checksums. Of one rank; never inside HDF5.
class EarlierCheck {
  public:
    EarlierCheck() = default;
    /// Stops looking.
    ~EarlierCheck() { stop(); }
    EarlierCheck(const EarlierCheck&) = delete;
    EarlierCheck& operator=(const EarlierCheck&) = delete;

    /// Begins with what was found when the files were opened; once.
    void begin(std::vector<EarlierRows> earlier);

    /// The damage that was found since this was called last.
    std::vector<Damage> take_news();

    /// Returns when all is looked through.
    void finish();

    /// Looks at nothing more.
    void stop();

    EarlierFindings findings() const;

  private:
    void look();
    void look_at(const EarlierRows& file);
    void look_into(const EarlierRows& file);

    std::vector<EarlierRows> files_;
    std::atomic<bool> stopping_ = false;
    mutable std::mutex mutex_;
    EarlierFindings findings_;
    std::size_t reported_ = 0;
    std::thread thread_;
};

} // namespace mdsim
