// SPDX-License-Identifier: BSD-3-Clause
#include "machine/nvml.hpp"

#include <cstdlib>

#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("GPUs are read from a library that is found when the program runs") {
    std::string why_none;
    const auto nvml = Nvml::open(why_none, MDSIM_NVML_STANDIN);
    REQUIRE(nvml != nullptr);
    const std::vector<GpuReading> gpus = nvml->read();
    REQUIRE(gpus.size() == 2);
    CHECK(gpus[0].number == 0);
    CHECK(gpus[0].name == "Imagined GPU 0");
    CHECK(gpus[0].uuid == "GPU-0");
    CHECK(gpus[0].place == PciPlace{0, 0x1b, 0});
    CHECK(gpus[0].utilization.value() == 0.75);
    CHECK(gpus[0].memory_used.value() == 3.0 * 1073741824);
    CHECK(gpus[0].memory.value() == 80.0 * 1073741824);
    CHECK(gpus[0].power.value() == Approx(345.678));
    CHECK(gpus[0].clock.value() == 1.98e9);
    CHECK(gpus[0].temperature.value() == 61);
}

TEST_CASE("what a GPU does not tell is absent, and all else is told") {
    std::string why_none;
    const auto nvml = Nvml::open(why_none, MDSIM_NVML_STANDIN);
    REQUIRE(nvml != nullptr);
    const GpuReading gpu = nvml->read().at(1);
    CHECK_FALSE(gpu.utilization);
    CHECK_FALSE(gpu.power);
    CHECK(gpu.memory_used.value() == 6.0 * 1073741824);
    CHECK(gpu.temperature.value() == 62);
}

TEST_CASE("a library that is missing, is another one or has no driver is no NVML, and says why") {
    std::string why_none;
    CHECK(Nvml::open(why_none, "libmdsim_no_such_library.so.1") == nullptr);
    CHECK_THAT(why_none, ContainsSubstring("libmdsim_no_such_library.so.1"));
    CHECK(Nvml::open(why_none, "libm.so.6") == nullptr);
    CHECK_THAT(why_none, ContainsSubstring("libm.so.6 lacks a function of NVML"));
    setenv("MDSIM_NVML_WITHOUT_DRIVER", "1", 1);
    CHECK(Nvml::open(why_none, MDSIM_NVML_STANDIN) == nullptr);
    unsetenv("MDSIM_NVML_WITHOUT_DRIVER");
    CHECK_THAT(why_none, ContainsSubstring("Driver Not Loaded"));
}

TEST_CASE("a place on the PCI bus is the same however long its domain is written") {
    CHECK(read_pci_place("0000:1B:00.0") == PciPlace{0, 0x1b, 0});
    CHECK(read_pci_place("00000000:1b:00.0") == PciPlace{0, 0x1b, 0});
    CHECK(read_pci_place("0001:e3:0a.1") == PciPlace{1, 0xe3, 0xa});
    CHECK_FALSE(read_pci_place(""));
    CHECK_FALSE(read_pci_place("0000:1b:00"));
    CHECK_FALSE(read_pci_place("0000:1b:00.0 and more"));
}
