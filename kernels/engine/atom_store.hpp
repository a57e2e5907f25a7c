// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

#include "kernels/engine/box_store.hpp"
#include "kernels/engine/position_buffers.hpp"
#include "kernels/runtime/staging.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/atom_columns.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The atoms of a device as they lie there, for those who look.
template <class P> struct Snapshot {
    Particles<P, Host> particles; ///< `next` is empty
    LocalCells cells;
};

/// The arrays of a rank's atoms and the control that says which of them are in use.
template <class P> class AtomStore {
  public:
    /// `links` is null for a rank that is alone.
    AtomStore(const Stream& stream, const PeerLinks* links)
        : stream_(&stream), sites_(links), control_memory_(1) {}

    /// Replaces all atoms by these, in this order, at rest on their reference positions, with room
    /// for so many, those of a halo among them. Collective.
    void upload(std::span<const AtomRecord<P>> records, std::size_t capacity);

    /// Moves the atoms, which have been sorted since, by what their records say.
    void restore_moved(std::span<const AtomRecord<P>> records);

    /// Copies the atoms of this rank to the host. `cell_first` is an array of the device, for these
    /// cells of a grid of so many.
    void download(Snapshot<P>& snapshot, const LocalIndex* cell_first,
                  std::span<const std::int64_t> cells, std::int64_t grid_cells);

    /// Finds where each id of a rank that is alone lies, into an array of the device; false if one
    /// is missing. Once all were there this is queued alone: its atoms only change their order.
    bool index_ids(LocalIndex* place);

    /// Copies a column to the host in the order of ids, by the places found last.
    void download_column(const AnyColumn& column, void* to);

    /// The same to memory of the device.
    void store_column(const AnyColumn& column, void* to);

    /// Whether an atom left through a face where the box is open.
    bool crossed(const std::array<bool, 3>& open);

    /// The host's copy of the control: valid while nothing is queued that changes it.
    Control& control() { return *control_; }
    const Control& control() const { return *control_; }
    /// Queues the copying of the control to the device, or waits for it from there.
    void push_control() { stream_->upload(control_.get(), control_memory_.data(), 1); }
    void pull_control();

    /// Makes what atoms have of energy and virial zero, for those who add to it.
    AtomShare<P>* clear_shares();

    AtomsView<P> view();
    /// The same with what only columns read.
    ColumnsView<P> columns_view() { return {view(), share_.data()}; }
    /// The box that the atoms are in.
    BoxStore<P>& box() { return box_; }
    /// Atoms of this rank, as the host knows it.
    std::size_t size() const { return control_->owned; }
    const PositionBuffers<P>& sites() const { return sites_; }
    PositionBuffers<P>& sites() { return sites_; }
    std::size_t bytes() const;

  private:
    /// Those from atom `first` on.
    void upload_piece(std::span<const AtomRecord<P>> records, std::size_t first);
    template <class T> void download_array(const T* from, Buffer<T, Host>& to);
    /// Clears the flag, lets `search` queue what may set it, and waits for it.
    template <class Search> bool ask(const Search& search);

    const Stream* stream_;
    PositionBuffers<P> sites_;
    std::uint32_t capacity_ = 0;
    FollowingColumns<P, Buffers<Device>> columns_;
    Buffer<AtomShare<P>, Device> share_; ///< empty until it is asked for
    BoxStore<P> box_;
    Buffer<Control, Device> control_memory_;
    Pinned<Control> control_;
    Buffer<std::uint32_t, Device> flag_memory_{1};
    Pinned<std::uint32_t> flag_;
    const LocalIndex* place_ = nullptr;
    bool has_all_ids_ = false;        ///< as index_ids() has found
    Buffer<std::byte, Device> piece_; ///< a piece of them, in order; empty until it is used
    Staging staging_;
};

} // namespace mdsim
