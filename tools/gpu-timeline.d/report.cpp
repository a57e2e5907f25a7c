// SPDX-License-Identifier: BSD-3-Clause
// Figures of the whole run and of its busiest window, and the gaps there.
#include "report.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace gpu_timeline {
namespace {

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

/// Says how long the shortest tenth and so on of all spans of a use are.
void add_quantiles(Use& use, std::vector<double>& seconds) {
    if (seconds.empty()) return;
    std::sort(seconds.begin(), seconds.end());
    const auto at = [&](std::size_t tenths) {
        return 1e6 * seconds[(seconds.size() - 1) * tenths / 10];
    };
    use.short_us = at(1);
    use.median_us = at(5);
    use.long_us = at(9);
}

void add_quantiles(const std::vector<Work>& work, std::vector<Use>& uses) {
    std::vector<std::vector<double>> seconds(uses.size());
    for (const Work& w : work) seconds[w.use].push_back(w.seconds());
    for (std::size_t k = 0; k < uses.size(); ++k) add_quantiles(uses[k], seconds[k]);
}

/// The gaps of a window by what ran before and after them.
std::vector<Use> gaps_between(const Trace& t, Span window) {
    std::unordered_map<std::string, std::vector<double>> found;
    const Work* last = nullptr;
    for (const Work& w : t.work) {
        if (w.start < window.start || w.start >= window.end) continue;
        if (last != nullptr && w.start > last->end) {
            const std::string name = t.uses[last->use].name + " > " + t.uses[w.use].name;
            found[name].push_back(Span{last->end, w.start}.seconds());
        }
        if (last == nullptr || w.end > last->end) last = &w;
    }
    std::vector<Use> gaps;
    for (auto& [name, seconds] : found) {
        Use& gap = gaps.emplace_back(Use{name, static_cast<double>(seconds.size())});
        gap.seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
        add_quantiles(gap, seconds);
    }
    return gaps;
}

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

} // namespace

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
    add_quantiles(t.work, r.uses);
    std::erase_if(r.uses, [](const Use& use) { return use.count == 0; });
    const auto longer = [](const Use& a, const Use& b) { return a.seconds > b.seconds; };
    std::sort(r.uses.begin(), r.uses.end(), longer);
    std::sort(r.gaps.begin(), r.gaps.end(), longer);
    constexpr std::size_t shown_gaps = 12;
    r.gaps.resize(std::min(r.gaps.size(), shown_gaps));
    return r;
}

} // namespace gpu_timeline
