// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "core/communicator.hpp"
#include "domain/redistribute.hpp"
#include "engine/atom_view.hpp"
#include "ops/atom_columns.hpp"
#include "ops/id_order.hpp"
#include "ops/local_atoms.hpp"

namespace mdsim {

/// The atoms at one step in the order of their ids, as files want them: this rank's block of
/// values.
///
/// Made by all ranks together, which ask for the same quantities in the same order. Valid until the
/// simulation goes on. Making one throws PhysicsError unless the ranks own each id once.
template <class P> class AtomTable {
  public:
    virtual ~AtomTable() = default;

    const IdBlock& block() const { return block_; }

    /// Fills `to` with what `column` says of each atom of the block; collective.
    template <class Column>
    void fill(const Column& column, Buffer<ColumnValue<P, Column>, Host>& to) {
        to.resize_discard(static_cast<std::size_t>(block_.size()));
        write(column, std::as_writable_bytes(to.span()));
    }

    /// The same into bytes that have room for the values.
    virtual void write(const AnyColumn& column, std::span<std::byte> to) = 0;

    /// The same in memory of the device that computes, if one puts values in order; collective.
    virtual std::optional<DeviceValues> keep(const AnyColumn& /*column*/) { return std::nullopt; }

  protected:
    explicit AtomTable(const IdBlock& block) : block_(block) {}

  private:
    IdBlock block_;
};

/// Of atoms in the memory of the host. A single rank orders them on all threads.
template <class P> class HostAtomTable final : public AtomTable<P> {
  public:
    HostAtomTable(const AtomView<P>& atoms, const Communicator& comm);
    void write(const AnyColumn& column, std::span<std::byte> to) override;

  private:
    void find_places(const Communicator& comm);

    AtomView<P> atoms_;
    Buffer<LocalIndex, Host> place_;        ///< of each id, where there is one rank
    std::optional<BlockDelivery> delivery_; ///< where there are several
};

/// Of atoms on devices that put values in order.
template <class P> class DeviceAtomTable final : public AtomTable<P> {
  public:
    DeviceAtomTable(IdOrder& order, LocalAtoms<P>& atoms, std::int64_t total,
                    const Communicator& comm);
    void write(const AnyColumn& column, std::span<std::byte> to) override;
    std::optional<DeviceValues> keep(const AnyColumn& column) override {
        return order_->keep(column);
    }

  private:
    IdOrder* order_;
};

} // namespace mdsim
