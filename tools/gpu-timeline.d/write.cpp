// SPDX-License-Identifier: BSD-3-Clause
// The report as a table for people and as JSON for programs: the same numbers.
#include "report.hpp"

#include <cstddef>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

namespace gpu_timeline {
namespace {

void write_uses(const char* title, const std::vector<Use>& uses) {
    std::fprintf(stderr, "%-52s %7s %9s %8s %8s %8s %9s\n", title, "count", "mean us", "10 %",
                 "median", "90 %", "total s");
    for (const Use& use : uses)
        std::fprintf(stderr, "%-52s %7.0f %9.3f %8.3f %8.3f %8.3f %9.4f\n", use.name.c_str(),
                     use.count, 1e6 * use.seconds / use.count, use.short_us, use.median_us,
                     use.long_us, use.seconds);
}

void write_uses(std::FILE* file, const char* key, const std::vector<Use>& uses) {
    const char* before = "\n";
    std::fprintf(file, ",\n \"%s\": [", key);
    for (const Use& use : uses)
        std::fprintf(
            file,
            "%s  {\"name\": \"%s\", \"count\": %.0f, \"mean_us\": %.6g, \"short_us\": %.6g, "
            "\"median_us\": %.6g, \"long_us\": %.6g, \"total_s\": %.6g}",
            std::exchange(before, ",\n"), use.name.c_str(), use.count,
            1e6 * use.seconds / use.count, use.short_us, use.median_us, use.long_us, use.seconds);
    std::fprintf(file, "]");
}

} // namespace

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

} // namespace gpu_timeline
