// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "trace.hpp"

namespace gpu_timeline {

struct Figure {
    const char* name;
    double value;
};

/// What a trace tells of the whole run and of its busiest window; the longest uses and gaps first.
struct Report {
    const char *seen, *kind;
    std::vector<Figure> whole, window; // the whole has some more at its end
    std::vector<Use> uses, gaps;
};

/// Orders what the trace holds by its starts; the run is from listening to the end.
Report report_of(Trace& t, Span run);

/// To stderr, as what the program says on stdout is its own.
void write_table(const Report& r);

/// Replaces the file; says on stderr why it cannot.
void write_json(const Report& r, const char* path);

} // namespace gpu_timeline
