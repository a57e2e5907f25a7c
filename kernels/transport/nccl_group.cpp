// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/transport/nccl_group.hpp"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "core/error.hpp"

namespace mdsim {

NcclGroup::NcclGroup(const Communicator& ranks, const ncclUniqueId& id,
                     std::chrono::nanoseconds limit)
    : limit_(limit) {
    constexpr const char* doing = "joining the ranks";
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    check(ncclCommInitRankConfig(&comm_, ranks.size(), id, ranks.rank(), &config), doing);
    wait_until_taken(doing);
}

NcclGroup::~NcclGroup() {
    if (comm_ == nullptr) return;
    if (std::uncaught_exceptions() > 0) {
        ncclCommAbort(comm_);
        return;
    }
    try {
        check(ncclCommFinalize(comm_), "ending");
        wait_until_taken("ending");
        ncclCommDestroy(comm_);
    } catch (const EnvironmentError&) { // nobody is left to hear of it
    }
}

void NcclGroup::give_up(const char* doing, const char* why) {
    std::string text = fmt::format("NCCL failed: {}: {}", doing, why);
    const char* const more = comm_ == nullptr ? nullptr : ncclGetLastError(comm_);
    if (more != nullptr && *more != '\0') text += fmt::format(" ({})", more);
    if (comm_ != nullptr) ncclCommAbort(std::exchange(comm_, nullptr));
    throw EnvironmentError(text + "; NCCL_DEBUG=WARN in the environment lets it tell more");
}

void NcclGroup::check(ncclResult_t result, const char* doing) {
    if (result != ncclSuccess && result != ncclInProgress)
        give_up(doing, ncclGetErrorString(result));
}

bool NcclGroup::in_progress(const char* doing) {
    ncclResult_t state = ncclSuccess;
    check(ncclCommGetAsyncError(comm_, &state), doing);
    check(state, doing);
    return state == ncclInProgress;
}

void NcclGroup::check_time(Time started, const char* doing) {
    if (std::chrono::steady_clock::now() - started > limit_)
        give_up(doing,
                fmt::format("another rank did not answer within {:g} s: it has ended or hangs; its "
                            "messages may tell which",
                            std::chrono::duration<double>(limit_).count())
                    .c_str());
    std::this_thread::yield();
}

void NcclGroup::wait_until_taken(const char* doing) {
    const Time started = std::chrono::steady_clock::now();
    while (in_progress(doing)) check_time(started, doing);
}

void NcclGroup::finish(const Stream& stream) {
    constexpr const char* doing = "sending and receiving";
    const Time started = std::chrono::steady_clock::now();
    for (;;) {
        const cudaError_t status = cudaStreamQuery(stream.get());
        if (status == cudaSuccess) return;
        if (status != cudaErrorNotReady) check_cuda(status, "running kernels");
        in_progress(doing);
        check_time(started, doing);
    }
}

} // namespace mdsim
