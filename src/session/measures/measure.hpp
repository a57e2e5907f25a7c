// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "output/element.hpp"
#include "output/h5md_setup.hpp"
#include "state/id_block.hpp"
#include "surroundings/neighbor_search.hpp"

namespace mdsim {

/// All atoms of the system at one step, as measures see them.
struct Surroundings {
    const NeighborSearch* search = nullptr;
    std::span<const TypeId> types; ///< of all atoms by their ids; empty where nobody asked
    IdBlock block;                 ///< the atoms that this rank measures
};

/// A number of each atom that its neighbours give, and what a table says of all of them.
///
/// Numbers depend on the positions and ids of all atoms alone, and so do rows.
class Measure {
  public:
    virtual ~Measure() = default;

    /// That of its section, its table and its field of frames.
    virtual std::string name() const = 0;

    /// Whether `look` needs the species of the atoms.
    virtual bool wants_types() const { return false; }

    /// What a row holds, in the user's units.
    virtual std::vector<NamedQuantity> columns() const = 0;

    /// Finds the numbers of the atoms of the block, on all threads.
    virtual void look(const Surroundings& seen) = 0;

    /// The row of what was seen last; collective.
    virtual std::vector<double> row(const Communicator& comm) const = 0;

    /// The numbers of the block that was seen last, in the order of ids and as files hold them.
    /// Borrowed.
    virtual BlockArray numbers() const = 0;
};

} // namespace mdsim
