// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "kernels/engine/device_rank.hpp"
#include "ops/id_order.hpp"

namespace mdsim {

/// Columns in the order of ids, put into it by the device; of several ranks by all devices
/// together.
template <class P> class DeviceIdOrder final : public IdOrder {
  public:
    explicit DeviceIdOrder(DeviceRank<P>& rank) : rank_(&rank) {}

    bool index() override;
    void write(const AnyColumn& column, void* to) override;
    DeviceValues keep(const AnyColumn& column) override;
    std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request,
                                              std::function<void()> find) override;

  private:
    /// Whether each id has been found where it lies now.
    bool indexed() const { return indexed_ == rank_->revision(); }
    /// Copies a column of this rank's block of ids to memory of the device. Collective.
    void store(const AnyColumn& column, void* to);
    /// The same of a look that is shown in place of the atoms.
    void store_shown(const AnyColumn& column, void* to);
    /// How many values that are.
    std::size_t atoms_in_block() const;

    DeviceRank<P>* rank_;
    std::optional<Revision> indexed_;
};

} // namespace mdsim
