// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace mdsim {

/// One comparison of a number with its reference.
struct Check {
    std::string name; ///< of the case
    std::string precision;
    std::string quantity;
    double reference = 0;
    double found = 0;
    double tolerance = 0; ///< largest difference allowed

    double difference() const { return found - reference; }

    /// False also where anything is not a number.
    bool passed() const {
        const double d = difference();
        return d <= tolerance && d >= -tolerance;
    }
};

/// The table that `mdsim validate` prints, one line a check.
std::string check_table(const std::vector<Check>& checks);

/// How many checks failed.
int count_failures(const std::vector<Check>& checks);

} // namespace mdsim
