// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "core/communicator.hpp"
#include "domain/redistribute.hpp"
#include "engine/atom_view.hpp"
#include "ops/atom_rows.hpp"
#include "ops/device_system.hpp"

namespace mdsim {

/// The atoms at one step in the order of their ids, as files want them: this rank's block of rows.
///
/// Made by all ranks together, which ask for the same quantities in the same order. Valid until the
/// simulation goes on. Making one throws PhysicsError unless the ranks own each id once.
template <class P> class AtomTable {
  public:
    virtual ~AtomTable() = default;

    const IdBlock& block() const { return block_; }

    /// Fills `to` with what `row` says of each atom of the block; collective.
    template <class Row> void fill(const Row& row, Buffer<RowValue<P, Row>, Host>& to) {
        to.resize_discard(static_cast<std::size_t>(block_.size()));
        write(row, std::as_writable_bytes(to.span()));
    }

    /// The same into bytes that have room for the rows.
    virtual void write(const AnyRow& row, std::span<std::byte> to) = 0;

  protected:
    explicit AtomTable(const IdBlock& block) : block_(block) {}

  private:
    IdBlock block_;
};

/// Of atoms in the memory of the host. A single rank orders them on all threads.
template <class P> class HostAtomTable final : public AtomTable<P> {
  public:
    HostAtomTable(const AtomView<P>& atoms, const Communicator& comm);
    void write(const AnyRow& row, std::span<std::byte> to) override;

  private:
    void find_places(const Communicator& comm);

    AtomView<P> atoms_;
    Buffer<LocalIndex, Host> place_;        ///< of each id, where there is one rank
    std::optional<BlockDelivery> delivery_; ///< where there are several
};

/// Of atoms on devices that put rows in order.
template <class P> class DeviceAtomTable final : public AtomTable<P> {
  public:
    DeviceAtomTable(DeviceSystem<P>& device, std::int64_t total, const Communicator& comm);
    void write(const AnyRow& row, std::span<std::byte> to) override;

  private:
    DeviceSystem<P>* device_;
};

} // namespace mdsim
