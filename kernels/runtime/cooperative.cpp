// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/cooperative.hpp"

namespace mdsim {

namespace {

int device_attribute(cudaDeviceAttr attribute) {
    int device = 0;
    int value = 0;
    check_cuda(cudaGetDevice(&device), "asking for the device in use");
    check_cuda(cudaDeviceGetAttribute(&value, attribute, device), "asking a device what it can do");
    return value;
}

} // namespace

bool fits_at_once(const void* kernel, const LaunchShape& shape) {
    if (device_attribute(cudaDevAttrCooperativeLaunch) == 0) return false;
    int per_multiprocessor = 0;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel,
                                                             static_cast<int>(shape.threads),
                                                             shape.shared_bytes),
               "asking how many blocks fit");
    const int all = per_multiprocessor * device_attribute(cudaDevAttrMultiProcessorCount);
    return shape.blocks <= static_cast<std::uint32_t>(all);
}

} // namespace mdsim
