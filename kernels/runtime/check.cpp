// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/check.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace mdsim {

namespace {

/// What a failure of the device means for the run; empty where the name of the error says it all.
const char* meaning_of(cudaError_t status) {
    switch (static_cast<int>(status)) {
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
        return "; the GPU met an error of its memory or links that it could not correct: nothing "
               "computed since the last checkpoint is used, resume on another GPU and have this "
               "one looked at (nvidia-smi -q -d ECC)";
    case cudaErrorAssert:
        return "; a contract of a kernel was broken, which the line that begins with its file "
               "names: this is a defect of mdsim, please report it";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
        return "; a defect of mdsim, or of this GPU: resume on another GPU, and please report the "
               "input if it happens again there";
    case cudaErrorLaunchFailure:
    case cudaErrorHardwareStackError:
    case cudaErrorDevicesUnavailable:
    case cudaErrorNoDevice:
    case cudaErrorUnknown:
        return "; the GPU is lost or failed: resume on another one (nvidia-smi and the system's "
               "log, \"Xid\", say more)";
    default:
        return "";
    }
}

} // namespace

void check_cuda(cudaError_t status, const char* doing) {
    if (status == cudaSuccess) return;
    cudaGetLastError(); // or the next check would report this again
    throw EnvironmentError(fmt::format("CUDA failed: {}: {} ({}){}", doing,
                                       cudaGetErrorString(status), cudaGetErrorName(status),
                                       meaning_of(status)));
}

void* allocate_on_device(std::size_t bytes) {
    void* memory = nullptr;
    const cudaError_t status = cudaMalloc(&memory, bytes);
    if (status == cudaSuccess) return memory;
    std::size_t free = 0;
    std::size_t total = 0;
    cudaGetLastError();
    if (status != cudaErrorMemoryAllocation || cudaMemGetInfo(&free, &total) != cudaSuccess)
        check_cuda(status, "allocating memory");
    throw EnvironmentError(fmt::format(
        "the GPU's memory is too small: {:.3f} GB more were asked for, {:.3f} of {:.3f} GB are "
        "free; use fewer atoms, a smaller skin, or more GPUs (mdsim --dry-run tells the need)",
        static_cast<double>(bytes) * 1e-9, static_cast<double>(free) * 1e-9,
        static_cast<double>(total) * 1e-9));
}

} // namespace mdsim
