// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include "metrics/run_readings.hpp"

namespace mdsim {

/// Keeps a file like progress.json, which others may read at any time: it is always whole.
class ProgressFile {
  public:
    explicit ProgressFile(std::string path) : path_(std::move(path)) {}

    /// Replaces the content; throws EnvironmentError if that fails.
    void write(const RunReadings& run) const;

  private:
    std::string path_;
};

/// The content of the file: a JSON object, numbers that are not known or not finite as null.
std::string progress_text(const RunReadings& run);

} // namespace mdsim
