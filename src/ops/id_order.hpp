// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "ops/atom_columns.hpp"
#include "ops/time_origins.hpp"

namespace mdsim {

/// Values in the memory of a device. They stay as they are while a run goes on, and outlive it.
struct DeviceValues {
    std::shared_ptr<void> memory;
    std::size_t count = 0;
    int device = 0; ///< as this process numbers them
};

/// Devices that put columns of atoms into the order of ids, each rank those of its block of ids.
/// They do the ordering and the arithmetic, so only what was asked for travels to hosts. Processors
/// have tables for that, and hosts that lead the steps of several devices order what they are sent.
class IdOrder {
  public:
    virtual ~IdOrder() = default;

    /// Finds where each id lies; false, on all ranks, if an id below the number of atoms is
    /// missing. Collective.
    virtual bool index() = 0;

    /// Copies what `column` says of the atoms of this rank's block to `to`, where index() has been
    /// called since the atoms changed last. Collective.
    virtual void write(const AnyColumn& column, void* to) = 0;

    /// The same in memory of the device; waits until they are there. Collective.
    virtual DeviceValues keep(const AnyColumn& column) = 0;

    /// Time origins in the memory of the device; this outlives them. `find` is called when ids are
    /// needed and atoms have changed: it calls index().
    virtual std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request,
                                                      std::function<void()> find) = 0;
};

} // namespace mdsim
