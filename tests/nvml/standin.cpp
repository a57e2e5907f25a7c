// SPDX-License-Identifier: BSD-3-Clause
// Stands in for NVIDIA's management library, by the parts of nvml.h that mdsim calls. There are two
// GPUs; the second, as one that is divided (MIG), tells neither its load nor its power. Where
// MDSIM_NVML_WITHOUT_DRIVER is set, there is no driver.
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int success = 0;
constexpr int not_supported = 3;
constexpr int driver_not_loaded = 9;
constexpr unsigned gpus = 2;

/// A device is known by its address.
char devices[gpus];

unsigned number_of(const void* device) {
    return static_cast<unsigned>(static_cast<const char*>(device) - devices);
}

struct Utilization {
    unsigned gpu;
    unsigned memory;
};

struct Memory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

struct PciInfo {
    char legacy_bus_id[16];
    unsigned domain;
    unsigned bus;
    unsigned device;
    unsigned device_id;
    unsigned subsystem_id;
    char bus_id[32];
};

} // namespace

extern "C" {

int nvmlInit_v2() {
    return std::getenv("MDSIM_NVML_WITHOUT_DRIVER") != nullptr ? driver_not_loaded : success;
}

int nvmlShutdown() { return success; }

const char* nvmlErrorString(int answer) {
    return answer == driver_not_loaded ? "Driver Not Loaded" : "Unknown Error";
}

int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = gpus;
    return success;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    *device = devices + index;
    return success;
}

int nvmlDeviceGetName(void* device, char* name, unsigned length) {
    std::snprintf(name, length, "Imagined GPU %u", number_of(device));
    return success;
}

int nvmlDeviceGetUUID(void* device, char* uuid, unsigned length) {
    std::snprintf(uuid, length, "GPU-%u", number_of(device));
    return success;
}

int nvmlDeviceGetPciInfo_v3(void* device, PciInfo* info) {
    std::memset(info, 0, sizeof *info);
    info->bus = 0x1b + number_of(device);
    return success;
}

int nvmlDeviceGetUtilizationRates(void* device, Utilization* rates) {
    if (number_of(device) == 1) return not_supported;
    *rates = {75, 20};
    return success;
}

int nvmlDeviceGetMemoryInfo(void* device, Memory* memory) {
    const unsigned long long used = 3ULL << (30 + number_of(device));
    const unsigned long long total = 80ULL << 30;
    *memory = {total, total - used, used};
    return success;
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    if (number_of(device) == 1) return not_supported;
    *milliwatts = 345678;
    return success;
}

int nvmlDeviceGetClockInfo(void* /*device*/, int type, unsigned* megahertz) {
    constexpr int of_multiprocessors = 1;
    *megahertz = type == of_multiprocessors ? 1980 : 1;
    return success;
}

int nvmlDeviceGetTemperature(void* device, int /*sensor*/, unsigned* degrees) {
    *degrees = 61 + number_of(device);
    return success;
}

} // extern "C"
