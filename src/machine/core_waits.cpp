// SPDX-License-Identifier: BSD-3-Clause
#include "machine/core_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace fs = std::filesystem;

CoreWaits::CoreWaits(fs::path root)
    : root_(std::move(root)), began_(std::chrono::steady_clock::now()), before_(waited()) {}

/// The waits of all threads that there are now [s]: the second number of their `schedstat`.
double CoreWaits::waited() const {
    double sum = -1;
    std::error_code error;
    for (const auto& thread : fs::directory_iterator(root_ / "proc/self/task", error)) {
        std::ifstream in(thread.path() / "schedstat");
        double ran = 0;
        double waited = 0;
        if (in >> ran >> waited) sum = std::max(sum, 0.0) + 1e-9 * waited;
    }
    return sum;
}

double CoreWaits::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

std::optional<double> CoreWaits::share(int threads) const {
    MDSIM_EXPECT(threads > 0);
    const double now = waited();
    const double wall = seconds();
    if (before_ < 0 || now < 0 || !(wall > 0)) return std::nullopt;
    return std::clamp((now - before_) / (wall * threads), 0.0, 1.0);
}

std::string core_waits_text(int threads, double share) {
    MDSIM_EXPECT(threads > 0 && 0 <= share && share <= 1);
    const double percent = 100 * share;
    if (threads == 1)
        return fmt::format("other programs use the same core: the thread waited {:.0f} % of the "
                           "time for one; on a machine with free cores the run would be faster",
                           percent);
    return fmt::format("other programs use the same cores: {} threads waited {:.0f} % of the time "
                       "for one, and all threads wait for the last; fewer (run.threads) may be "
                       "faster",
                       threads, percent);
}

} // namespace mdsim
