// SPDX-License-Identifier: BSD-3-Clause
// Loaded into a CUDA program by CUDA_INJECTION64_PATH. Notes what runs on the GPU and which calls
// the host makes, and tells at exit how busy the GPU was, and what the host did meanwhile.
#include <cupti.h>
#include <cxxabi.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

struct Span { // ns, CUPTI's clock
    std::uint64_t start = 0, end = 0;
    double seconds() const { return 1e-9 * static_cast<double>(end - start); }
};

/// What ran on the GPU; `launch` tells launches of graphs apart and is 0 outside of graphs.
struct Work : Span {
    std::uint32_t name = 0, launch = 0;
};

enum : std::uint32_t { copies, fills, whole_graph, first_kernel };

struct Trace {
    std::mutex guard; // buffers come back on threads of CUPTI
    std::vector<Work> work;
    std::vector<Span> calls;
    std::vector<std::string> names{"(copies)", "(memsets)", "(whole graphs)"};
    std::unordered_map<std::string, std::uint32_t> ids;
    std::size_t graph_launches = 0, graph_kernels = 0, untimed = 0, dropped = 0;
    std::uint64_t begin = 0;
    double cpu_all = 0, cpu_main = 0;
};

/// Never destroyed, as CUPTI's threads may outlive what is static.
Trace& trace() {
    static auto* const kept = new Trace;
    return *kept;
}

void check(CUptiResult result, const char* what) {
    if (result == CUPTI_SUCCESS) return;
    const char* said = nullptr;
    if (cuptiGetResultString(result, &said) != CUPTI_SUCCESS) said = "unknown error";
    std::fprintf(stderr, "gpu-timeline: %s: %s\n", what, said);
}

double cpu_seconds(int who) {
    rusage used{};
    getrusage(who, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

std::string short_name(const char* symbol) {
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr), &std::free);
    std::string name = plain ? plain.get() : symbol;
    constexpr std::string_view hidden = "(anonymous namespace)::";
    for (auto at = name.find(hidden); at != name.npos; at = name.find(hidden))
        name.erase(at, hidden.size());
    name.resize(std::min(name.find_first_of("<("), name.size()));
    return name.substr(name.find_last_of(": ") + 1);
}

/// Instances of one template share a name.
std::uint32_t id_of(Trace& t, const char* symbol) {
    const auto [known, fresh] = t.ids.try_emplace(symbol ? symbol : "(unnamed)", 0U);
    if (fresh) {
        const std::string name = short_name(known->first.c_str());
        const auto at = std::find(t.names.begin() + first_kernel, t.names.end(), name);
        known->second = static_cast<std::uint32_t>(at - t.names.begin());
        if (at == t.names.end()) t.names.push_back(name);
    }
    return known->second;
}

/// CUPTI's records grow at their ends only, so these types also read what newer versions write.
template <class Record> const Record& as(const CUpti_Activity* activity) {
    return *reinterpret_cast<const Record*>(activity);
}

void add(Trace& t, const auto& record, std::uint32_t name) {
    if (record.start == 0 || record.end < record.start)
        ++t.untimed;
    else
        t.work.push_back(
            {{record.start, record.end}, name, record.graphId != 0 ? record.correlationId : 0});
}

void add_call(Trace& t, const CUpti_ActivityAPI& call) {
    t.calls.push_back({call.start, call.end});
    t.graph_launches += call.kind == CUPTI_ACTIVITY_KIND_RUNTIME &&
                        (call.cbid == CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000 ||
                         call.cbid == CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_ptsz_v10000);
}

void add_kernel(Trace& t, const CUpti_ActivityKernel9& kernel) {
    t.graph_kernels += kernel.graphId != 0;
    add(t, kernel, id_of(t, kernel.name));
}

void note(Trace& t, const CUpti_Activity* a) {
    const CUpti_ActivityKind kind = a->kind;
    if (kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) add_kernel(t, as<CUpti_ActivityKernel9>(a));
    if (kind == CUPTI_ACTIVITY_KIND_MEMCPY) add(t, as<CUpti_ActivityMemcpy5>(a), copies);
    if (kind == CUPTI_ACTIVITY_KIND_MEMCPY2) add(t, as<CUpti_ActivityMemcpyPtoP4>(a), copies);
    if (kind == CUPTI_ACTIVITY_KIND_MEMSET) add(t, as<CUpti_ActivityMemset4>(a), fills);
    if (kind == CUPTI_ACTIVITY_KIND_GRAPH_TRACE)
        add(t, as<CUpti_ActivityGraphTrace2>(a), whole_graph);
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
    CUpti_Activity* activity = nullptr;
    while (result == CUPTI_SUCCESS) {
        result = cuptiActivityGetNextRecord(buffer, filled, &activity);
        if (result == CUPTI_SUCCESS) note(t, activity);
    }
    if (result != CUPTI_ERROR_MAX_LIMIT_REACHED) check(result, "reading records");
    std::size_t lost = 0;
    check(cuptiActivityGetNumDroppedRecords(context, stream, &lost), "counting lost records");
    t.dropped += lost;
    std::free(buffer);
}

/// The parts of a window that spans, in order of their starts, cover.
std::vector<Span> covered(const auto& spans, Span window) {
    std::vector<Span> parts;
    for (const Span& span : spans) {
        const Span part{std::max(span.start, window.start), std::min(span.end, window.end)};
        if (part.start > part.end) continue;
        if (parts.empty() || part.start > parts.back().end)
            parts.push_back(part);
        else
            parts.back().end = std::max(parts.back().end, part.end);
    }
    return parts;
}

double total(const std::vector<Span>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double sum, const Span& part) { return sum + part.seconds(); });
}

constexpr std::array columns{"wall_s",         "busy_s",      "busy_percent",   "kernels",
                             "gaps",           "gap_mean_us", "gap_median_us",  "gap_p99_us",
                             "gap_longest_us", "calls",       "outside_calls_s"};
using Figures = std::array<double, columns.size()>;

Figures figures_of(const Trace& t, Span window) {
    const auto begun = [&](const Span& s) {
        return s.start >= window.start && s.start < window.end;
    };
    const auto kernel = [&](const Work& w) { return w.name >= first_kernel && begun(w); };
    const auto kernels = std::count_if(t.work.begin(), t.work.end(), kernel);
    const auto calls = std::count_if(t.calls.begin(), t.calls.end(), begun);
    const auto parts = covered(t.work, window);
    const double wall = window.seconds(), busy = total(parts);
    std::vector<double> gaps;
    for (std::size_t i = 1; i < parts.size(); ++i)
        gaps.push_back(1e6 * Span{parts[i - 1].end, parts[i].start}.seconds());
    std::sort(gaps.begin(), gaps.end());
    const auto count = static_cast<double>(gaps.size());
    if (gaps.empty()) gaps.push_back(0);
    const double mean = std::accumulate(gaps.begin(), gaps.end(), 0.0) / std::max(count, 1.0);
    return {wall,
            busy,
            wall > 0 ? 100 * busy / wall : 0,
            static_cast<double>(kernels),
            count,
            mean,
            gaps[gaps.size() / 2],
            gaps[gaps.size() * 99 / 100],
            gaps.back(),
            static_cast<double>(calls),
            wall - total(covered(t.calls, window))};
}

/// The longest launch of a graph; else the longest time without a copy. One work alone is no
/// launch: of what a graph repeats CUPTI may see little.
std::pair<Span, const char*> busiest(const Trace& t) {
    Span graph, stretch, calm;
    const auto longer = [](Span a, Span b) { return a.seconds() < b.seconds() ? b : a; };
    std::unordered_map<std::uint32_t, Span> launches;
    for (const Work& w : t.work) {
        stretch = w.name == copies ? Span{} : stretch.end == 0 ? w : stretch;
        if (w.name != copies) stretch.end = std::max(stretch.end, w.end);
        calm = longer(calm, stretch);
        if (w.launch == 0) continue;
        const auto [launch, fresh] = launches.try_emplace(w.launch, w);
        launch->second.end = std::max(launch->second.end, w.end);
        if (!fresh || w.name == whole_graph) graph = longer(graph, launch->second);
    }
    return graph.end > 0 ? std::pair{graph, "graph launch"} : std::pair{calm, "without copies"};
}

struct Use {
    std::string name;
    double count = 0, seconds = 0;
    double mean_us() const { return 1e6 * seconds / count; }
};

std::vector<Use> uses_of(const Trace& t) {
    std::vector<Use> uses;
    for (const std::string& name : t.names) uses.push_back({name});
    for (const Work& w : t.work) {
        ++uses[w.name].count;
        uses[w.name].seconds += w.seconds();
    }
    std::erase_if(uses, [](const Use& use) { return use.count == 0; });
    std::sort(uses.begin(), uses.end(),
              [](const Use& a, const Use& b) { return a.seconds > b.seconds; });
    return uses;
}
