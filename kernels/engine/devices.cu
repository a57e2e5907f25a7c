// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "core/error.hpp"
#include "kernels/runtime/check.hpp"
#include "kernels/runtime/driver_version.hpp"
#include "ops/devices.hpp"

namespace mdsim {

namespace {

/// Stands for all kernels: can a device run what this program was compiled for?
__global__ void probe() {}

DeviceInfo look_at(int device) {
    cudaDeviceProp properties{};
    check_cuda(cudaGetDeviceProperties(&properties, device), "looking at a GPU");
    DeviceInfo info;
    info.name = properties.name;
    info.architecture = "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
    info.multiprocessors = properties.multiProcessorCount;
    char bus[16] = {};
    if (cudaDeviceGetPCIBusId(bus, sizeof bus, device) == cudaSuccess) info.bus = bus;
    std::size_t free = 0;
    std::size_t total = 0;
    cudaFuncAttributes attributes{};
    if (cudaSetDevice(device) == cudaSuccess && cudaMemGetInfo(&free, &total) == cudaSuccess) {
        info.memory = static_cast<std::int64_t>(total);
        info.free = static_cast<std::int64_t>(free);
        info.supported = cudaFuncGetAttributes(&attributes, probe) == cudaSuccess;
    }
    cudaGetLastError();
    return info;
}

/// Why this build is not for GPUs; empty if it is.
std::string why_not_build() {
#ifdef MDSIM_KERNELS_UNOPTIMISED
    return "the kernels of this build were compiled only to see that they compile: "
           "tools/run --cuda builds others";
#else
    return {};
#endif
}

/// Why the driver cannot run this program; empty if it can, or if there is none.
std::string why_not_driver() {
    int offered = 0;
    const bool known = cudaDriverGetVersion(&offered) == cudaSuccess && offered > 0;
    cudaGetLastError();
    return known ? why_driver_too_old(offered, CUDART_VERSION) : std::string();
}

} // namespace

int count_devices(std::string& why_none) {
    int count = 0;
    why_none = why_not_build();
    if (why_none.empty()) why_none = why_not_driver();
    if (!why_none.empty()) return 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaSuccess) {
        if (count == 0) why_none = "no GPU was found";
        return count;
    }
    cudaGetLastError();
    why_none = cudaGetErrorString(status);
    return 0;
}

DeviceInfo find_device(int device) { return look_at(device); }

std::vector<DeviceInfo> find_devices(std::string& why_none) {
    const int count = count_devices(why_none);
    std::vector<DeviceInfo> found;
    int before = 0;
    if (count > 0 && cudaGetDevice(&before) != cudaSuccess) before = 0;
    for (int device = 0; device < count; ++device) found.push_back(look_at(device));
    if (count > 0) cudaSetDevice(before);
    return found;
}

void use_device(int device) { check_cuda(cudaSetDevice(device), "choosing a GPU"); }

} // namespace mdsim
