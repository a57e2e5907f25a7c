// SPDX-License-Identifier: BSD-3-Clause
// Loaded into a CUDA program by CUDA_INJECTION64_PATH. Notes what runs on the GPU and which calls
// the host makes, and tells at exit how busy the GPU was, and what the host did meanwhile.
#include <cupti.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "report.hpp"
#include "trace.hpp"

namespace gpu_timeline {
namespace {

/// Never destroyed, as CUPTI's threads may outlive what is static.
Trace& trace() {
    static auto* const kept = new Trace;
    return *kept;
}

void check(CUptiResult result, const char* what) {
    const char* said = nullptr;
    if (result == CUPTI_SUCCESS) return;
    if (cuptiGetResultString(result, &said) != CUPTI_SUCCESS) said = "unknown error";
    std::fprintf(stderr, "gpu-timeline: %s: %s\n", what, said);
}

double cpu_seconds(int who) {
    rusage used{};
    getrusage(who, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

void add(Trace& t, const auto& record, std::uint32_t use) {
    const bool timed = record.start != 0 && record.end >= record.start;
    t.lost += !timed;
    if (!timed) return;
    t.work.push_back({{record.start, record.end}, use, record.graphId != 0});
    ++t.uses[use].count;
    t.uses[use].seconds += t.work.back().seconds();
}

void add_kernel(Trace& t, const CUpti_ActivityKernel9& kernel) {
    t.graph_kernels += kernel.graphId != 0;
    add(t, kernel, use_of(t, kernel.name));
}

void add_call(Trace& t, const CUpti_ActivityAPI& call) {
    t.calls.push_back({call.start, call.end});
    t.graph_launches += call.kind == CUPTI_ACTIVITY_KIND_RUNTIME &&
                        (call.cbid == CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000 ||
                         call.cbid == CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_ptsz_v10000);
}

/// CUPTI's records grow at their ends only, so these types also read what newer versions write.
template <class Record> const Record& as(const CUpti_Activity* activity) {
    return *reinterpret_cast<const Record*>(activity);
}

void note(Trace& t, const CUpti_Activity* a) {
    const CUpti_ActivityKind kind = a->kind;
    if (kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) add_kernel(t, as<CUpti_ActivityKernel9>(a));
    if (kind == CUPTI_ACTIVITY_KIND_MEMCPY) add(t, as<CUpti_ActivityMemcpy5>(a), copies);
    if (kind == CUPTI_ACTIVITY_KIND_MEMSET) add(t, as<CUpti_ActivityMemset4>(a), fills);
    if (kind == CUPTI_ACTIVITY_KIND_GRAPH_TRACE)
        add(t, as<CUpti_ActivityGraphTrace>(a), whole_graph);
    if (kind == CUPTI_ACTIVITY_KIND_RUNTIME || kind == CUPTI_ACTIVITY_KIND_DRIVER)
        add_call(t, as<CUpti_ActivityAPI>(a));
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) {
    constexpr std::size_t bytes = std::size_t{8} << 20;
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(64, bytes));
    *size = *buffer != nullptr ? bytes : 0;
    *most = 0; // as many records as fit
}

void CUPTIAPI take_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                          std::size_t /*size*/, std::size_t filled) {
    Trace& t = trace();
    const std::lock_guard lock(t.guard);
    CUptiResult result = filled > 0 ? CUPTI_SUCCESS : CUPTI_ERROR_MAX_LIMIT_REACHED;
    for (CUpti_Activity* activity = nullptr; result == CUPTI_SUCCESS;) {
        result = cuptiActivityGetNextRecord(buffer, filled, &activity);
        if (result == CUPTI_SUCCESS) note(t, activity);
    }
    if (result != CUPTI_ERROR_MAX_LIMIT_REACHED) check(result, "reading records");
    std::size_t lost = 0;
    check(cuptiActivityGetNumDroppedRecords(context, stream, &lost), "counting lost records");
    t.lost += lost;
    std::free(buffer);
}

void finish() {
    Trace& t = trace();
    // Processes that the program started without another program in them end here as well.
    if (t.process != getpid()) return;
    t.process = 0;
    Span run{t.begin, t.begin};
    check(cuptiGetTimestamp(&run.end), "reading the clock");
    t.cpu_all = cpu_seconds(RUSAGE_SELF) - t.cpu_all;
    t.cpu_main = cpu_seconds(RUSAGE_THREAD) - t.cpu_main;
    check(cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), "reading all records");
    const std::lock_guard lock(t.guard);
    const Report report = report_of(t, run);
    write_table(report);
    if (const char* path = std::getenv("GPU_TIMELINE_JSON")) write_json(report, path);
}

} // namespace

/// CUDA calls this before anything else, on the thread that uses it first: the main one.
extern "C" int InitializeInjection() { // NOLINT(readability-identifier-naming)
    Trace& t = trace();
    check(cuptiActivityRegisterCallbacks(give_buffer, take_buffer), "giving buffers");
    for (const auto kind :
         {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
          CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER})
        check(cuptiActivityEnable(kind), "tracing");
    // Graphs as wholes exclude the kernels inside: CUPTI reports one or the other.
    if (std::getenv("GPU_TIMELINE_GRAPHS"))
        check(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE), "tracing graphs");
    check(cuptiGetTimestamp(&t.begin), "reading the clock");
    t.cpu_all = cpu_seconds(RUSAGE_SELF);
    t.cpu_main = cpu_seconds(RUSAGE_THREAD);
    t.process = getpid();
    std::atexit(finish);
    return 1;
}

} // namespace gpu_timeline
