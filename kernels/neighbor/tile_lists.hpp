// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/box.hpp"
#include "kernels/neighbor/build_lists.hpp"
#include "kernels/neighbor/plan_lists.hpp"
#include "kernels/neighbor/stencil.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/sort/cell_order.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/device_setup.hpp"
#include "ops/list_report.hpp"

namespace mdsim {

/// Which pairs the lists hold: for each potential a squared range for each pair of types.
template <class P> struct PairRanges {
    using Real = typename P::Real;

    std::uint32_t potentials = 0;
    std::uint32_t types = 0;
    std::vector<Real>
        range2; ///< [potential][type][type], negative where a potential does not act [length^2]
    double largest = 0; ///< [length]
};

/// What the last build was short of, the least first. All ranks resolve the worst shortage of any
/// rank: lists of atoms out of order, here or in the halo, do not show what else they need.
enum class ListShortage {
    none,
    capacity, ///< for lists, or arenas are larger than they need: build again in other capacities
    smaller_tiles, ///< as atoms have so many neighbours for its shared memory: sort again
    order          ///< in cells of more atoms than need none: sort again
};

/// The atoms and cells of a rank for which arrays must have capacity.
struct RankAtoms {
    std::size_t owned = 0; ///< at most
    std::size_t local = 0; ///< with those of the halo, at most
    double total = 0;      ///< on all ranks
    CellMap cells;
    /// As in SentAtoms; null for a rank that is alone.
    const std::uint32_t* peers_of_cell = nullptr;
};

/// Tiles and neighbour lists on the device, and the memory that they take.
template <class P> class TileLists {
  public:
    /// Windows, and with them the order of sums, follow from the box of the setup, which is that of
    /// the frame, not from those in which lists are built.
    TileLists(const Stream& stream, const DeviceSetup& setup, const PairRanges<P>& ranges,
              const RankAtoms& atoms);

    /// Queues the cutting of sorted cells into tiles, for lists in the present box.
    void cut(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* cell_first);

    /// Queues the arranging of atoms in their cells: see `arrange_atoms`.
    void arrange(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* order);

    /// Queues the building of lists for arranged atoms, with the capacity there is.
    void build(const Stream& stream);

    /// Queues the building anew of lists that ran out of capacity.
    void build_again(const Stream& stream);

    /// How far atoms must be ordered before they are arranged.
    OrderDepth order_depth() const;

    /// Queues the copying of what the last build used to the host, for shortage().
    void queue_use(const Stream& stream) { stream.download(use_.data(), last_use_.get(), 1); }

    /// What the last build was short of, whose use has been copied and waited for. If of nothing,
    /// shared memory that was not needed is given back, so that more blocks fit.
    ListShortage shortage();

    /// Resolves the last shortage of this rank or of another one: then all ranks have
    /// tiles of the same shape, and each orders its atoms as far as its own cells need.
    void resolve_shortage(ListShortage what);

    /// Shared memory that blocks of the builder keep within [bytes].
    std::uint64_t shared_limit() const { return shared_limit_; }
    /// Keeps within less, as where other ranks have GPUs that have less: all have tiles of one
    /// shape. Before atoms are cut into tiles.
    void keep_within(std::uint64_t shared);

    /// Changes whenever arrays have moved or capacities have changed: what was recorded before is
    /// void.
    int version() const { return version_; }

    ListsView<P> view() const;
    const ListUse* use() const { return use_.data(); }
    const ListCapacity& capacity() const { return capacity_; }
    const TileShape& shape() const { return source_.shape; }
    const ListSource<P>& source() const { return source_; }
    const GroupBox<P>* boxes() const { return boxes_.data(); }
    GroupBox<P>* boxes() { return boxes_.data(); }
    ListReport report() const;
    std::size_t bytes() const;

  private:
    void lay_out(TileShape shape);
    BuilderSpace space() const { return {shared_limit_, source_.potentials, source_.types}; }
    ListPlan plan_for(const TileShape& shape) const;
    std::uint32_t chunk_capacity(double chunks) const;
    void allocate();
    void fit_shared(const ListUse& use);
    bool has_spare(const ListUse& use);
    ListCapacity fitting(const ListUse& use) const;
    void grow(const ListUse& use);
    ListOutput<P> output();

    ListSource<P> source_{};
    double density_;       ///< of all ranks together, in the box of the frame [1 / length^3]
    double atoms_of_cell_; ///< likewise
    typename P::Real far_; ///< a coordinate beyond every cutoff from any atom of a tile [length]
    std::size_t local_capacity_;
    std::uint32_t tile_count_ = 0;
    int version_ = 0;
    ListCapacity capacity_;
    std::size_t shared_limit_ = builder_shared_limit<P>();
    MostShared most_;        ///< for which shared memory has room
    bool fitted_ = false;    ///< arenas are no larger than lists need, or were once
    double seen_chunks_ = 0; ///< that lists used when they were last looked at
    Buffer<CellStep, Device> steps_;
    Buffer<typename P::Real, Device> range2_;
    Buffer<DeviceTile<P>, Device> tiles_;
    Buffer<GroupBox<P>, Device> boxes_;
    Buffer<LocalIndex, Device> slots_;
    Buffer<ImageCode, Device> slot_image_;
    Buffer<WarpEntries, Device> runs_;
    Buffer<Chunk, Device> chunks_;
    Buffer<ListUse, Device> use_;
    Pinned<ListUse> last_use_;
};

} // namespace mdsim
