// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace gpu_timeline {

struct Span { // ns, CUPTI's clock
    std::uint64_t start = 0, end = 0;
    double seconds() const { return 1e-9 * static_cast<double>(end - start); }
};

/// What ran on the GPU.
struct Work : Span {
    std::uint32_t use = 0;
    bool in_graph = false;
};

/// How often and for how long something was seen: a kernel, or what has a number below.
struct Use {
    std::string name;
    double count = 0, seconds = 0;
    double short_us = 0, median_us = 0, long_us = 0; ///< in a tenth, half, nine tenths of all cases
};
enum : std::uint32_t { copies, fills, whole_graph, first_kernel };

/// What is recorded while the program runs.
struct Trace {
    std::mutex guard; // buffers come back on threads of CUPTI
    std::vector<Work> work;
    std::vector<Span> calls;
    std::vector<Use> uses{{"(copies)"}, {"(memsets)"}, {"(whole graphs)"}};
    std::unordered_map<std::string, std::uint32_t> ids;
    std::size_t graph_launches = 0, graph_kernels = 0, lost = 0;
    std::uint64_t begin = 0;
    pid_t process = 0;
    double cpu_all = 0, cpu_main = 0;
};

/// The number of the use that a kernel of this mangled name counts for, a new one if need be.
/// Instances of one template for the same classes share it.
std::uint32_t use_of(Trace& t, const char* symbol);

} // namespace gpu_timeline
