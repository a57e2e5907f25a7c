// SPDX-License-Identifier: BSD-3-Clause
// Waits that end, for ranks that may have gone.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

#include "core/communicator.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/mpi_calls.hpp"

namespace mdsim {

namespace {

/// Looks again and again; returns whether `done` came true in time, of which that counts in which
/// this process ran.
template <class Done> bool comes_true(std::chrono::nanoseconds limit, const Done& done) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::nanoseconds longest_pause = std::chrono::seconds(1);
    std::chrono::nanoseconds waited{0};
    for (auto last = Clock::now(); !done();) {
        if (waited > limit) return false;
        std::this_thread::yield(); // no pause: a GPU may have nothing to do until then
        const auto now = Clock::now();
        waited += std::min<std::chrono::nanoseconds>(now - last, longest_pause);
        last = now;
    }
    return true;
}

double seconds(std::chrono::nanoseconds limit) {
    return std::chrono::duration<double>(limit).count();
}

} // namespace

std::optional<Rank> Requests::wait_within(std::chrono::nanoseconds limit) {
    MDSIM_EXPECT(limit > std::chrono::nanoseconds::zero());
    if (comes_true(limit, [this] { return poll(); })) return {};
    for (std::size_t k = 0; k < pending_.size(); ++k)
        if (!complete("exchange of messages", {&pending_[k], 1})) return peers_[k];
    return {};
}

void Communicator::bitwise_or_within(std::span<std::uint64_t> values,
                                     std::chrono::nanoseconds limit) const {
    MDSIM_EXPECT(limit > std::chrono::nanoseconds::zero());
    using Words = std::vector<std::uint64_t>;
    // A reduction cannot be cancelled: where it does not end, MPI may write there as long as it
    // runs.
    static std::vector<std::unique_ptr<Words>> given_up;
    given_up.push_back(std::make_unique<Words>(values.begin(), values.end()));
    Words* const joined = given_up.back().get();
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Iallreduce(MPI_IN_PLACE, joined->data(), static_cast<int>(joined->size()),
                             MPI_UINT64_T, MPI_BOR, comm_, &request),
              "MPI_Iallreduce");
    const bool met = comes_true(limit, [&request] {
        return complete("MPI_Iallreduce", {&request, 1});
    });
    if (!met)
        throw EnvironmentError(
            fmt::format("the ranks did not meet within {:g} s: one of them has ended, hangs, or "
                        "another program keeps its GPU busy; their messages may tell which",
                        seconds(limit)));
    std::copy(joined->begin(), joined->end(), values.begin());
    given_up.pop_back();
}

void Communicator::exchange_within(std::span<const Outgoing> out, std::span<const Incoming> in,
                                   std::chrono::nanoseconds limit, int tag) const {
    Requests requests;
    start(out, in, requests, tag);
    const std::optional<Rank> missing = requests.wait_within(limit);
    if (missing)
        throw EnvironmentError(
            fmt::format("rank {} did not take or send its part within {:g} s: it has ended or "
                        "hangs; its messages may tell which",
                        *missing, seconds(limit)));
}

} // namespace mdsim
