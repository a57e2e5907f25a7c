// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "core/communicator.hpp"
#include "ops/transport.hpp"
#include "physics/pair/force_field.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// What a device holds of a run, fixed for its whole length; internal units.
struct DeviceSetup {
    Box box; ///< that the run begins with [length]
    CellGrid grid;
    /// How far heights of the box may come to differ from those for which its grid was chosen, as a
    /// part of these; 0: the box stays as it is.
    double box_window = 0;
    const ForceField* force_field = nullptr;
    std::vector<double> mass;         ///< of each type
    double skin = 0;                  ///< lists go this far beyond each pair's cutoff [length]
    double sampled_range = 0;         ///< or beyond this, where it is more [length]
    std::uint32_t tile_target = 0;    ///< atoms in a tile, at most; a multiple of 32
    std::uint32_t lanes_per_atom = 1; ///< threads that share the list of one atom: 1, 2 or 4
    /// Lists are used until a missing pair comes within its cutoff, where the box is wide enough to
    /// search for it; otherwise until an atom moved farther than allowed.
    bool exact_check = false;
    /// Cells, as in in_columns: so narrow that the L2 cache still holds the positions of one plane
    /// of a column when the steps have come to the next.
    int column_width = 12;
    double largest_move = 0; ///< in one step, beyond which it is an error [length]
    std::uint64_t seed = 0;
    const Communicator* comm = nullptr; ///< of several ranks, each with a device; null: one
    TransportRequest transport;         ///< between them
    /// How long a rank may stay away from the others, as while its host writes a file.
    std::chrono::nanoseconds longest_wait = std::chrono::minutes(10);
    std::int64_t slowdown =
        1; ///< for tests: times that forces of steps of several ranks are computed
};

/// What atoms, lists and time origins take on a device, for a forecast [bytes for each atom].
struct DeviceMemory {
    double atoms = 0;
    double lists = 0;
    double rebuild = 0;
    double origins = 0; ///< of correlation functions
    double total() const { return atoms + lists + rebuild + origins; }
};

/// Bytes an atom for lists of `neighbors` atoms within list range.
template <class P> DeviceMemory forecast_device_memory(const DeviceSetup& setup, double neighbors);

} // namespace mdsim
