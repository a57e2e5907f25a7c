// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mdsim {

/// A device that this process could use.
struct DeviceInfo {
    std::string name;
    std::string architecture; ///< as compilers write it: sm_90
    std::int64_t memory = 0;  ///< [bytes]
    std::int64_t free = 0;    ///< [bytes]
    int multiprocessors = 0;
    std::string bus;        ///< where it sits: distinguishes the GPUs of a node
    bool supported = false; ///< this program has kernels for it
};

/// All devices; none where there is no driver. `why_none` says why there is none.
std::vector<DeviceInfo> find_devices(std::string& why_none);

/// How many devices there are; `why_none` says why there is none. Looks at none of them.
int count_devices(std::string& why_none);

/// One of them; the others are left alone.
DeviceInfo find_device(int device);

/// Uses a device from now on in this thread; throws EnvironmentError.
void use_device(int device);

} // namespace mdsim
