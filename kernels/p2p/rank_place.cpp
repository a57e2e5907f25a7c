// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/rank_place.hpp"

#include <cuda_runtime_api.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "kernels/runtime/check.hpp"

namespace mdsim {

namespace {

template <std::size_t size> void fill(char (&text)[size], const std::string& from) {
    const std::size_t length = std::min(from.size(), size - 1);
    std::copy_n(from.begin(), length, text);
    text[length] = '\0';
}

std::string boot_of_host() {
    std::string line;
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::getline(file, line);
    return line;
}

} // namespace

std::string RankPlace::text() const { return std::string("GPU ") + bus + " of host " + host; }

bool on_same_host(const RankPlace& a, const RankPlace& b) {
    return std::strcmp(a.host, b.host) == 0 && std::strcmp(a.boot, b.boot) == 0;
}

bool on_same_device(const RankPlace& a, const RankPlace& b) {
    return on_same_host(a, b) && std::equal(std::begin(a.uuid), std::end(a.uuid), b.uuid);
}

RankPlace find_place() {
    RankPlace place;
    if (gethostname(place.host, sizeof place.host - 1) != 0) fill(place.host, "unknown");
    fill(place.boot, boot_of_host());
    check_cuda(cudaGetDevice(&place.device), "asking for the GPU in use");
    cudaDeviceProp properties{};
    check_cuda(cudaGetDeviceProperties(&properties, place.device), "looking at a GPU");
    fill(place.gpu, properties.name);
    std::memcpy(place.uuid, properties.uuid.bytes, sizeof place.uuid);
    check_cuda(cudaDeviceGetPCIBusId(place.bus, sizeof place.bus, place.device),
               "asking for a GPU's address");
    return place;
}

} // namespace mdsim
