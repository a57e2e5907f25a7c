// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace mdsim {

/// The grid that a table is put on: `intervals` equal steps of r^2.
struct TableGrid {
    double first = 0;   ///< r^2 of the first node [length^2]
    double spacing = 0; ///< [length^2]
    int intervals = 0;
};

/// The coefficients c0 ... c3 of each interval of a grid, four after four.
struct TableNodes {
    TableGrid grid;
    std::vector<double> samples;
    double maximum = 0; ///< inside it the formula falls without end; zero if it does not [length]
};

/// What a function of s = r^2 is at a node.
struct NodeValue {
    double energy = 0; ///< [energy]
    double slope = 0;  ///< dV/ds, per step of the grid [energy]
};

/// Appends the cubic that has the values of both nodes; Abramowitz and Stegun (1964), section 25.2.
inline void append_interval(const NodeValue& left, const NodeValue& right,
                            std::vector<double>& samples) {
    const double rise = right.energy - left.energy;
    samples.push_back(left.energy);
    samples.push_back(left.slope);
    samples.push_back(3 * rise - 2 * left.slope - right.slope);
    samples.push_back(left.slope + right.slope - 2 * rise);
}

} // namespace mdsim
