// SPDX-License-Identifier: BSD-3-Clause
#include "machine/core_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "core/contract.hpp"

namespace mdsim {

namespace fs = std::filesystem;

namespace {

/// How willingly a thread gives way, from -20 to 19; 0 where the system does not tell.
int niceness(const fs::path& thread) {
    constexpr int words_before = 16; // of proc(5), behind the name in parentheses
    std::ifstream in(thread / "stat");
    const std::string line{std::istreambuf_iterator<char>(in), {}};
    const std::size_t name = line.rfind(')');
    if (name == std::string::npos) return 0;
    std::istringstream words(line.substr(name + 1));
    std::string word;
    for (int i = 0; i < words_before; ++i) words >> word;
    int nice = 0;
    return words >> nice ? nice : 0;
}

/// The threads of this process but those that give way to the others, as they wait of their own
/// will.
std::vector<fs::path> threads_that_compute(const fs::path& tasks) {
    std::error_code error;
    std::map<int, std::vector<fs::path>> by_niceness;
    for (const auto& thread : fs::directory_iterator(tasks, error))
        by_niceness[niceness(thread.path())].push_back(thread.path());
    return by_niceness.empty() ? std::vector<fs::path>{} : by_niceness.begin()->second;
}

} // namespace

CoreWaits::CoreWaits(fs::path root)
    : root_(std::move(root)), began_(std::chrono::steady_clock::now()), before_(waited()) {}

/// The waits of the threads that there are now [s]: the second number of their `schedstat`.
double CoreWaits::waited() const {
    double sum = -1;
    for (const fs::path& thread : threads_that_compute(root_ / "proc/self/task")) {
        std::ifstream in(thread / "schedstat");
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
