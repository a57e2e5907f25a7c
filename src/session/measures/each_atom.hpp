// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/parallel.hpp"
#include "session/measures/measure.hpp"

namespace mdsim {

/// Calls act(atom, row, found) for each atom of the block on all threads: `row` is its place in the
/// block, `found` a list for neighbours that is the thread's own.
template <class Act> void for_each_atom(const Surroundings& seen, const Act& act) {
    const auto atoms = seen.search->atoms();
    std::vector<std::vector<Neighbor>> found(most_threads());
    parallel_for(atoms.size(), [&](std::size_t i, std::size_t thread) {
        if (!seen.block.contains(atoms[i].id)) return;
        act(atoms[i], static_cast<std::size_t>(atoms[i].id - seen.block.first), found[thread]);
    });
}

} // namespace mdsim
