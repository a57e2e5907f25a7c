// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/device_cases.hpp"

namespace mdsim::test {

inline const std::vector<double> mixed_masses{1.0, 0.4, 2.5};

/// Atoms of three species with velocities in a tilted box.
template <class P> struct Mixed {
    ForceField field = mixture(2.5);
    Box box = box_of({9, 9.5, 9}, {2, -1, 3});
    CellGrid grid{{3, 2, 2}};
    DeviceSystem<P> system;

    explicit Mixed(const std::vector<AtomRecord<P>>& records) : system(setup()) {
        system.adopt(records);
    }
    Mixed() : Mixed(moving_records<P>(jittered({8, 8, 8}, 3, 0.2), 2)) {}

    DeviceSetup setup() const {
        DeviceSetup s = device_setup(field, box, grid);
        s.mass = mixed_masses;
        return s;
    }
};

} // namespace mdsim::test
