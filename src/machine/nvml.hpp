// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mdsim {

/// Where a GPU sits on its host, as PCI numbers it.
struct PciPlace {
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned device = 0;

    bool operator==(const PciPlace&) const = default;
};

/// The place that "0000:1b:00.0" names, however long its domain is written.
std::optional<PciPlace> read_pci_place(const std::string& text);

/// What a GPU does at the moment; what it does not tell is absent.
struct GpuReading {
    unsigned number = 0; ///< as nvidia-smi counts the GPUs of this host
    PciPlace place;
    std::string name;
    std::string uuid;
    std::optional<double> utilization; ///< part of the last moments in which a kernel ran, 0 to 1
    std::optional<double> memory_used; ///< [bytes]
    std::optional<double> memory;      ///< in all [bytes]
    std::optional<double> power;       ///< [W]
    std::optional<double> clock;       ///< of the multiprocessors [Hz]
    std::optional<double> temperature; ///< [degrees Celsius]
};

/// NVIDIA's management library, which comes with the driver. It is looked for when the program
/// runs, so nothing links to it.
class Nvml {
  public:
    static constexpr const char* usual_library = "libnvidia-ml.so.1";

    /// None where the library cannot be loaded or has no driver; `why_none` says why.
    static std::unique_ptr<Nvml> open(std::string& why_none,
                                      const std::string& library = usual_library);
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    /// All GPUs of this host that the library shows. Several threads may call it.
    std::vector<GpuReading> read() const;

  private:
    struct Functions;
    struct Unload {
        void operator()(void* library) const;
    };
    using Library = std::unique_ptr<void, Unload>;

    Nvml(Library library, std::unique_ptr<const Functions> call);

    Library library_;
    std::unique_ptr<const Functions> call_;
};

} // namespace mdsim
