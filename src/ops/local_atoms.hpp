// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The atoms of a rank as they lie in the memory of the host; those of a device have no `next`.
template <class P> struct SeenAtoms {
    const Particles<P, Host>& particles;
    const LocalCells& cells;
};

/// The atoms of one rank, in whatever memory they are: what can be asked of them.
///
/// Throws EnvironmentError where a device fails or its memory is too small.
template <class P> class LocalAtoms {
  public:
    virtual ~LocalAtoms() = default;

    /// The atoms as they are now, all of them and all about them; valid until they change. Those of
    /// a device are copied if they have changed since the last look: for errors and tests.
    virtual SeenAtoms<P> look() = 0;

    /// How many atoms this rank owns.
    virtual std::size_t owned() const = 0;
    /// Atoms of other ranks that this one is sent at each step.
    virtual std::size_t halo() const = 0;

    /// Adds this rank's atoms to those of each cell of the grid, as they were at the last rebuild.
    virtual void count_in_cells(std::span<std::int64_t> of_cell) = 0;

    /// Whether an atom of this rank crossed a face in a direction that is not periodic.
    virtual bool crossed_open_face() = 0;

    /// The memory of the atoms and of what they are exchanged with, lists not counted [bytes].
    virtual std::size_t bytes() const = 0;
};

} // namespace mdsim
