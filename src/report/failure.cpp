// SPDX-License-Identifier: BSD-3-Clause
#include "report/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <new>
#include <thread>

#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "guard/printable.hpp"
#include "machine/host_name.hpp"
#include "output/run_log.hpp"

namespace mdsim {

namespace {

using Seconds = std::chrono::duration<double>;

Known known_by(const std::exception& error) {
    if (dynamic_cast<const InputError*>(&error) != nullptr ||
        dynamic_cast<const PhysicsError*>(&error) != nullptr ||
        dynamic_cast<const OrderlyEnvironmentError*>(&error) != nullptr)
        return Known::in_order;
    return dynamic_cast<const SharedEnvironmentError*>(&error) != nullptr ? Known::everywhere
                                                                          : Known::here;
}

ExitCode code_of(const std::exception& error) {
    if (dynamic_cast<const InputError*>(&error) != nullptr) return ExitCode::input_error;
    return dynamic_cast<const PhysicsError*>(&error) != nullptr ? ExitCode::physics_error
                                                                : ExitCode::environment_error;
}

} // namespace

Failure failure_of(const std::exception& error) {
    if (const auto* remarked = dynamic_cast<const RemarkedFailure*>(&error))
        return remarked->failure();
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return {ExitCode::environment_error,
                Known::here,
                "out of memory: use fewer atoms a rank, or ask --dry-run what the system needs",
                {},
                {}};
    return {code_of(error), known_by(error), error.what(), {}, {}};
}

Failure met_by_all(Failure failure, const Communicator& ends, double limit) {
    MDSIM_EXPECT(limit > 0);
    if (ends.size() == 1 || failure.known != Known::in_order) return failure;
    std::array<std::uint64_t, 1> none{};
    try {
        ends.bitwise_or_within(
            none, std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(limit)));
    } catch (const EnvironmentError&) {
        failure.known = Known::here;
    }
    return failure;
}

ExitCode tell(const Failure& failure, const Communicator& comm) {
    const bool alone = comm.size() == 1 || failure.known == Known::in_order;
    std::vector<std::string> lines{
        !alone && failure.known == Known::here
            ? fmt::format("rank {} on {}: {}", comm.rank(), host_name(), failure.what)
            : failure.what};
    lines.insert(lines.end(), failure.remarks.begin(), failure.remarks.end());
    if (alone) {
        if (comm.is_root()) say(lines);
        return failure.code;
    }
    std::this_thread::sleep_for(Seconds(patience_of(comm.rank())));
    say(lines);
    if (!failure.log.empty())
        RunLog::add_last_word(failure.log, fmt::format("error: {}", fmt::join(lines, "\n")));
    comm.abort(static_cast<int>(failure.code));
}

void say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        std::fprintf(stderr, "mdsim: %s\n", guard::printable(line).c_str());
}

double patience_of(Rank rank) {
    MDSIM_EXPECT(rank >= 0);
    return rank == 0 ? 0 : 2 + std::min(0.2 * rank, 8.0);
}

} // namespace mdsim
