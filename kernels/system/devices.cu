// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "core/error.hpp"
#include "kernels/runtime/check.hpp"
#include "ops/device_system.hpp"

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

} // namespace

std::vector<DeviceInfo> find_devices(std::string& why_none) {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    std::vector<DeviceInfo> found;
    if (status != cudaSuccess) {
        cudaGetLastError();
        why_none = cudaGetErrorString(status);
        return found;
    }
    int before = 0;
    if (count > 0 && cudaGetDevice(&before) != cudaSuccess) before = 0;
    for (int device = 0; device < count; ++device) found.push_back(look_at(device));
    if (count > 0) cudaSetDevice(before);
    if (found.empty()) why_none = "no GPU was found";
    return found;
}

void use_device(int device) { check_cuda(cudaSetDevice(device), "choosing a GPU"); }

} // namespace mdsim
