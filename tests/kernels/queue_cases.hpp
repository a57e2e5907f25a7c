// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/device_cases.hpp"

namespace mdsim::test {

/// A system, and what is special about it.
struct QueueCase {
    const char* name;
    Atoms atoms;
    ForceField field;
    Box box;
    CellGrid grid;
    std::size_t potentials = 1;
    bool images = true;
    bool noise = false; ///< of the motion
};

/// Two species and one potential with a cutoff for each pair.
inline ForceField two_species() {
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.pairs = {
        {"", 0, 0, lj(1, 1, 2.5)}, {"", 0, 1, lj(1.2, 0.9, 2.2)}, {"", 1, 1, lj(0.5, 0.88, 1.8)}};
    return ForceField(spec);
}

/// Number 0 to 3.
inline QueueCase queue_case(int number) {
    const ForceField smooth = argon(2.5, Truncation::smooth);
    const Box cube = box_of({12, 12, 12});
    const Box tilted = box_of({9, 9.5, 9}, {2, -1, 3});
    const Box wide = box_of({16, 16, 16});
    switch (number) {
    case 0:
        return {"images", jittered({9, 9, 9}, 1), smooth, box_of({10, 10, 10}), {{2, 2, 2}}};
    case 1:
        return {"no images", jittered({15, 15, 15}, 1), argon(1.6), wide, {{3, 3, 3}}, 1, false,
                true};
    case 2: // In double precision its one cell has more atoms than need no order.
        return {"two species", jittered({11, 11, 11}, 2), two_species(), cube, {{1, 1, 1}}, 1, true,
                true};
    default:
        return {"several potentials", jittered({8, 8, 8}, 3), mixture(2.5), tilted, {{3, 2, 2}}, 4};
    }
}

} // namespace mdsim::test
