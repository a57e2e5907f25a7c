// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "session/earlier_check.hpp"

namespace mdsim {

/// Says which rows of earlier parts of a run are damaged, as they are found while the run goes on.
class DamageReport {
  public:
    using Warn = std::function<void(const std::string&)>;

    DamageReport(std::string folder, Warn warn)
        : folder_(std::move(folder)), warn_(std::move(warn)) {}

    /// Begins with what was found when the files were opened.
    void begin(std::vector<EarlierRows> earlier);

    /// Says what was found since this was last called; beyond some twenty, that there is more.
    void tell();

    /// Looks through what is left, or at nothing more where the run was stopped, and says it.
    void finish(bool stopped);

    EarlierFindings findings() const { return check_.findings(); }

  private:
    std::string folder_;
    Warn warn_;
    EarlierCheck check_;
    std::size_t reported_ = 0;
};

} // namespace mdsim
