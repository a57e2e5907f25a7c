// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace mdsim {

/// Throws EnvironmentError: somebody did `what` (a participle) to a file of the run.
[[noreturn]] void throw_touched(const std::string& path, const std::string& what);

/// Notices that a file which a run is writing was removed, replaced or cut by somebody else.
class FileWatch {
  public:
    /// Remembers which file has this name now, and its size.
    explicit FileWatch(std::string path);

    /// Throws EnvironmentError, saying what happened, unless the same file still has the name and
    /// is at least as long as when it was last seen and as `least` [bytes]; then remembers its
    /// size.
    void expect_untouched(std::int64_t least = 0);

  private:
    std::string path_;
    std::uint64_t device_ = 0;
    std::uint64_t node_ = 0;
    std::int64_t bytes_ = 0;
};

} // namespace mdsim
