// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/parallel.hpp"
#include "cpu/atom_runs.hpp"

namespace mdsim {

/// Calls body(run, result) for runs of the owned atoms on all threads, with one result for each
/// thread; returns the merged results.
template <class Result, class Body> Result reduce_runs(const LocalCells& cells, const Body& body) {
    const std::vector<AtomRun> runs = owned_runs(cells);
    struct alignas(thread_alignment) Part {
        Result value;
    };
    std::vector<Part> parts(most_threads());
    parallel_for(runs.size(),
                 [&](std::size_t i, std::size_t thread) { body(runs[i], parts[thread].value); });
    Result sum;
    for (const Part& part : parts) sum.merge(part.value);
    return sum;
}

/// Of those that change atoms and find nothing out.
struct NoResult {
    void merge(const NoResult&) {}
};

} // namespace mdsim
