// SPDX-License-Identifier: BSD-3-Clause
#include "machine/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <utility>

namespace mdsim {

namespace {

// The parts of NVIDIA's interface (nvml.h, version 12) that are used, as its binaries have them.
using Device = struct OpaqueDevice*;
using Answer = int;
constexpr Answer success = 0;
constexpr int clock_of_multiprocessors = 1;
constexpr int sensor_of_gpu = 0;

struct PciInfo {
    char legacy_bus_id[16];
    unsigned domain;
    unsigned bus;
    unsigned device;
    unsigned device_id;
    unsigned subsystem_id;
    char bus_id[32];
};

struct Utilization {
    unsigned gpu; ///< [%]
    unsigned memory;
};

struct Memory {
    unsigned long long total; ///< [bytes]
    unsigned long long free;
    unsigned long long used;
};

/// Finds a function of the library; false where it has none of the name.
template <class Function> bool find(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name)); // NOLINT: how dlsym is used
    return function != nullptr;
}

/// What a function writes into the last of its arguments; nothing where it fails.
template <class Value, class Function, class... Arguments>
std::optional<Value> ask(Function* function, Arguments... arguments) {
    Value value{};
    if (function(arguments..., &value) != success) return std::nullopt;
    return value;
}

template <class Function> std::string text_of(Function* function, Device device) {
    std::array<char, 96> text{};
    if (function(device, text.data(), static_cast<unsigned>(text.size() - 1)) != success) return {};
    return text.data();
}

std::optional<double> times(std::optional<unsigned> value, double unit) {
    if (!value) return std::nullopt;
    return unit * *value;
}

} // namespace

/// The functions of the library.
struct Nvml::Functions {
    Answer (*init)();
    Answer (*shutdown)();
    const char* (*words_of)(Answer);
    Answer (*count)(unsigned*);
    Answer (*device_at)(unsigned, Device*);
    Answer (*name)(Device, char*, unsigned);
    Answer (*uuid)(Device, char*, unsigned);
    Answer (*pci)(Device, PciInfo*);
    Answer (*utilization)(Device, Utilization*);
    Answer (*memory)(Device, Memory*);
    Answer (*power)(Device, unsigned*);
    Answer (*clock)(Device, int, unsigned*);
    Answer (*temperature)(Device, int, unsigned*);

    bool find_in(void* library) {
        return find(library, "nvmlInit_v2", init) && find(library, "nvmlShutdown", shutdown) &&
               find(library, "nvmlErrorString", words_of) &&
               find(library, "nvmlDeviceGetCount_v2", count) &&
               find(library, "nvmlDeviceGetHandleByIndex_v2", device_at) &&
               find(library, "nvmlDeviceGetName", name) &&
               find(library, "nvmlDeviceGetUUID", uuid) &&
               find(library, "nvmlDeviceGetPciInfo_v3", pci) &&
               find(library, "nvmlDeviceGetUtilizationRates", utilization) &&
               find(library, "nvmlDeviceGetMemoryInfo", memory) &&
               find(library, "nvmlDeviceGetPowerUsage", power) &&
               find(library, "nvmlDeviceGetClockInfo", clock) &&
               find(library, "nvmlDeviceGetTemperature", temperature);
    }

    GpuReading read(unsigned number, Device device) const {
        GpuReading reading;
        reading.number = number;
        reading.name = text_of(name, device);
        reading.uuid = text_of(uuid, device);
        if (const auto found = ask<PciInfo>(pci, device))
            reading.place = {found->domain, found->bus, found->device};
        if (const auto found = ask<Utilization>(utilization, device))
            reading.utilization = 0.01 * found->gpu;
        if (const auto found = ask<Memory>(memory, device)) {
            reading.memory_used = static_cast<double>(found->used);
            reading.memory = static_cast<double>(found->total);
        }
        reading.power = times(ask<unsigned>(power, device), 1e-3);
        reading.clock = times(ask<unsigned>(clock, device, clock_of_multiprocessors), 1e6);
        reading.temperature = times(ask<unsigned>(temperature, device, sensor_of_gpu), 1);
        return reading;
    }
};

std::optional<PciPlace> read_pci_place(const std::string& text) {
    PciPlace place;
    unsigned function = 0;
    int length = 0;
    const int found = std::sscanf(text.c_str(), "%x:%x:%x.%x%n", &place.domain, &place.bus,
                                  &place.device, &function, &length);
    if (found != 4 || static_cast<std::size_t>(length) != text.size()) return std::nullopt;
    return place;
}

void Nvml::Unload::operator()(void* library) const { dlclose(library); }

Nvml::Nvml(Library library, std::unique_ptr<const Functions> call)
    : library_(std::move(library)), call_(std::move(call)) {}

Nvml::~Nvml() { call_->shutdown(); }

std::unique_ptr<Nvml> Nvml::open(std::string& why_none, const std::string& library) {
    Library loaded(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!loaded) {
        why_none = dlerror();
        return nullptr;
    }
    auto functions = std::make_unique<Functions>();
    if (!functions->find_in(loaded.get())) {
        why_none = library + " lacks a function of NVML 11 and newer";
        return nullptr;
    }
    if (const Answer answer = functions->init(); answer != success) {
        why_none = library + ": " + functions->words_of(answer);
        return nullptr;
    }
    return std::unique_ptr<Nvml>(new Nvml(std::move(loaded), std::move(functions)));
}

std::vector<GpuReading> Nvml::read() const {
    std::vector<GpuReading> readings;
    const unsigned count = ask<unsigned>(call_->count).value_or(0);
    for (unsigned number = 0; number < count; ++number)
        if (const auto device = ask<Device>(call_->device_at, number))
            readings.push_back(call_->read(number, *device));
    return readings;
}

} // namespace mdsim
