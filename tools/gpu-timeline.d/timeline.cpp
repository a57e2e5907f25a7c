// SPDX-License-Identifier: BSD-3-Clause
// Loaded into a CUDA program by CUDA_INJECTION64_PATH. Notes what runs on the GPU and which calls
// the host makes, and tells at exit how busy the GPU was, and what the host did meanwhile.
#include <cupti.h>
#include <cxxabi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
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

/// What ran on the GPU.
struct Work : Span {
    std::uint32_t use = 0;
    bool in_graph = false;
};

struct Use {
    std::string name;
    double count = 0, seconds = 0;
};
enum : std::uint32_t { copies, fills, whole_graph, first_kernel };

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
std::uint32_t use_of(Trace& t, const char* symbol) {
    const auto [id, fresh] = t.ids.try_emplace(symbol ? symbol : "unnamed", first_kernel);
    if (!fresh) return id->second;
    const std::string name = short_name(id->first.c_str());
    while (id->second < t.uses.size() && t.uses[id->second].name != name) ++id->second;
    if (id->second == t.uses.size()) t.uses.push_back({name});
    return id->second;
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

/// The parts of a window that spans, ordered by their starts, cover; and their length in all.
std::vector<Span> covered(const auto& spans, Span window, double& seconds) {
    std::vector<Span> parts;
    for (const Span& span : spans) {
        const Span part{std::max(span.start, window.start), std::min(span.end, window.end)};
        if (part.start > part.end) continue;
        if (parts.empty() || part.start > parts.back().end) parts.push_back(part);
        parts.back().end = std::max(parts.back().end, part.end);
    }
    for (const Span& part : parts) seconds += part.seconds();
    return parts;
}

/// The gaps of a window by what ran before and after them, the longest first.
std::vector<Use> gaps_between(const Trace& t, Span window) {
    std::unordered_map<std::string, Use> found;
    const Work* last = nullptr;
    for (const Work& w : t.work) {
        if (w.start < window.start || w.start >= window.end) continue;
        if (last != nullptr && w.start > last->end) {
            const std::string name = t.uses[last->use].name + " > " + t.uses[w.use].name;
            Use& gap = found.try_emplace(name, Use{name}).first->second;
            ++gap.count;
            gap.seconds += Span{last->end, w.start}.seconds();
        }
        if (last == nullptr || w.end > last->end) last = &w;
    }
    std::vector<Use> gaps;
    for (const auto& [name, gap] : found) gaps.push_back(gap);
    return gaps;
}

struct Figure {
    const char* name;
    double value;
};

std::vector<Figure> figures_of(const Trace& t, Span window) {
    const auto begun = [&](const Span& s) {
        return s.start >= window.start && s.start < window.end;
    };
    const auto kernel = [&](const Work& w) { return w.use >= first_kernel && begun(w); };
    const auto kernels = std::count_if(t.work.begin(), t.work.end(), kernel);
    const auto calls = std::count_if(t.calls.begin(), t.calls.end(), begun);
    double busy = 0, inside = 0, idle = 0;
    const auto parts = covered(t.work, window, busy);
    covered(t.calls, window, inside);
    std::vector<double> gaps;
    for (std::size_t i = 1; i < parts.size(); ++i)
        idle += gaps.emplace_back(Span{parts[i - 1].end, parts[i].start}.seconds());
    const auto count = static_cast<double>(gaps.size());
    if (gaps.empty()) gaps.push_back(0);
    std::sort(gaps.begin(), gaps.end());
    return {{"wall_s", window.seconds()},
            {"busy_s", busy},
            {"idle_s", window.seconds() - busy},
            {"busy_percent", 100 * busy / std::max(window.seconds(), 1e-9)},
            {"kernels", static_cast<double>(kernels)},
            {"gaps", count},
            {"gap_mean_us", 1e6 * idle / std::max(count, 1.0)},
            {"gap_median_us", 1e6 * gaps[gaps.size() / 2]},
            {"gap_p99_us", 1e6 * gaps[gaps.size() * 99 / 100]},
            {"gap_longest_us", 1e6 * gaps.back()},
            {"api_calls", static_cast<double>(calls)},
            {"in_api_calls_s", inside},
            {"outside_api_calls_s", window.seconds() - inside}};
}

/// The longest time in which all work came from graphs, else that without a copy.
Span busiest(const Trace& t, const char*& kind) {
    const auto longest = [&t](const auto& belongs) {
        Span best, run;
        for (const Work& w : t.work) {
            if (!belongs(w)) {
                run = {};
                continue;
            }
            run = {run.end == 0 ? w.start : run.start, std::max(run.end, w.end)};
            if (run.seconds() > best.seconds()) best = run;
        }
        return best;
    };
    const Span graphs = longest([](const Work& w) { return w.in_graph; });
    kind = graphs.end > 0 ? "longest time in graphs" : "longest time without a copy";
    return graphs.end > 0 ? graphs : longest([](const Work& w) { return w.use != copies; });
}

const char* seen(const Trace& t) {
    if (t.uses[whole_graph].count > 0) return "graphs as wholes";
    if (t.graph_kernels > 0) return "kernels inside graphs";
    return t.graph_launches > 0 ? "nothing of graphs: set GPU_TIMELINE_GRAPHS=1" : "no graphs";
}

struct Report {
    const char *seen, *kind;
    std::vector<Figure> whole, window; // the whole has some more at its end
    std::vector<Use> uses, gaps;
};

void write_uses(const char* title, const std::vector<Use>& uses) {
    std::fprintf(stderr, "%-40s %10s %12s %10s\n", title, "count", "mean us", "total s");
    for (const Use& use : uses)
        std::fprintf(stderr, "%-40s %10.0f %12.3f %10.4f\n", use.name.c_str(), use.count,
                     1e6 * use.seconds / use.count, use.seconds);
}

void write_table(const Report& r) {
    std::fprintf(stderr, "gpu-timeline: saw %s\n%-22s %12s  %s\n", r.seen, "", "whole run", r.kind);
    for (std::size_t i = 0; i < r.whole.size(); ++i) {
        std::fprintf(stderr, "%-22s %12.8g", r.whole[i].name, r.whole[i].value);
        if (i < r.window.size()) std::fprintf(stderr, "  %12.8g", r.window[i].value);
        std::fputc('\n', stderr);
    }
    write_uses("gaps there", r.gaps);
    write_uses("kernel", r.uses);
}

void write_uses(std::FILE* file, const char* key, const std::vector<Use>& uses) {
    const char* before = "\n";
    std::fprintf(file, ",\n \"%s\": [", key);
    for (const Use& use : uses)
        std::fprintf(
            file, "%s  {\"name\": \"%s\", \"count\": %.0f, \"mean_us\": %.6g, \"total_s\": %.6g}",
            std::exchange(before, ",\n"), use.name.c_str(), use.count,
            1e6 * use.seconds / use.count, use.seconds);
    std::fprintf(file, "]");
}

void write_json(const Report& r, const char* path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "w"), &std::fclose);
    if (!file) return std::perror(path);
    const auto write = [&](const char* key, const std::vector<Figure>& figures) {
        const char* before = "{";
        std::fprintf(file.get(), ",\n \"%s\": ", key);
        for (const Figure& f : figures)
            std::fprintf(file.get(), "%s\"%s\": %.10g", std::exchange(before, ", "), f.name,
                         f.value);
        std::fprintf(file.get(), "}");
    };
    std::fprintf(file.get(), "{\"saw\": \"%s\", \"window_kind\": \"%s\"", r.seen, r.kind);
    write("whole", r.whole);
    write("window", r.window);
    write_uses(file.get(), "gaps", r.gaps);
    write_uses(file.get(), "kernels", r.uses);
    std::fprintf(file.get(), "}\n");
}

Report report_of(Trace& t, Span run) {
    const auto earlier = [](const Span& a, const Span& b) { return a.start < b.start; };
    std::sort(t.work.begin(), t.work.end(), earlier);
    std::sort(t.calls.begin(), t.calls.end(), earlier);
    Report r{seen(t), nullptr, figures_of(t, run), {}, t.uses, {}};
    const Span window = busiest(t, r.kind);
    r.window = figures_of(t, window);
    r.gaps = gaps_between(t, window);
    r.whole.insert(r.whole.end(), {{"cpu_s", t.cpu_all},
                                   {"cpu_main_thread_s", t.cpu_main},
                                   {"cpu_per_wall", t.cpu_all / std::max(run.seconds(), 1e-9)},
                                   {"graph_launches", static_cast<double>(t.graph_launches)},
                                   {"kernels_in_graphs", static_cast<double>(t.graph_kernels)},
                                   {"lost_records", static_cast<double>(t.lost)}});
    std::erase_if(r.uses, [](const Use& use) { return use.count == 0; });
    const auto longer = [](const Use& a, const Use& b) { return a.seconds > b.seconds; };
    std::sort(r.uses.begin(), r.uses.end(), longer);
    std::sort(r.gaps.begin(), r.gaps.end(), longer);
    constexpr std::size_t shown_gaps = 12;
    r.gaps.resize(std::min(r.gaps.size(), shown_gaps));
    return r;
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
