// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/communicator.hpp"
#include "domain/assembly.hpp"
#include "domain/halo.hpp"
#include "domain/halo_exchange.hpp"
#include "domain/partition.hpp"
#include "engine/atom_sorter.hpp"
#include "engine/atom_view.hpp"
#include "engine/brick_cells.hpp"
#include "state/box_state.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// What the rebuilds of this rank have moved since it adopted atoms.
struct RebuildStatistics {
    std::int64_t rebuilds = 0;
    std::int64_t migrated = 0; ///< atoms received from other ranks
    std::int64_t repartitions = 0;
};

/// The atoms of one rank: its own and its halo, in the order of the global grid.
///
/// Any partition may follow any other; what the arrays hold depends on the atoms and the partition
/// alone, not on what came before.
template <class P> class Decomposition {
  public:
    /// The halo holds all atoms within `halo_range` of this rank's brick at a rebuild [length], in
    /// the box of that rebuild. `channel_width` is the number
    /// of values() of an atom. Domain, box and the carrier of positions must outlive this.
    Decomposition(const Communicator& comm, const Domain& domain, const BoxState& box,
                  double halo_range, Partition partition, HaloTransport& positions,
                  std::size_t channel_width = 0);

    /// Replaces all atoms by these, which may lie anywhere; collective. `site` and `moved` of the
    /// records are the positions at the last rebuild and what came since; lists built now are those
    /// of that rebuild, and afterwards the atoms are where they were.
    void adopt(std::vector<AtomRecord<P>> records);

    /// Brings image counts up to date, moves atoms to their owners, sorts them and fetches the
    /// halo; collective. Throws PhysicsError where atoms are lost.
    void rebuild();

    /// Uses other bricks from the next rebuild on.
    void repartition(Partition partition);

    /// After the lists are built on the reference positions: moves adopted atoms to where they
    /// were; collective.
    void restore_moved();

    AtomView<P> view() const { return {domain_, &box_->now, &particles_, &cells_}; }
    const Partition& partition() const { return partition_; }
    Particles<P, Host>& particles() { return particles_; }
    const Particles<P, Host>& particles() const { return particles_; }
    const LocalCells& cells() const { return cells_; }
    const std::vector<std::uint8_t>& seen_elsewhere() const { return seen_elsewhere_; }
    HaloExchange<P>& halo() { return halo_; }
    const HaloExchange<P>& halo() const { return halo_; }
    /// Exchanges a number of each atom between rebuilds, not at the same time as positions.
    HaloPush<typename P::Real>& values() { return values_; }
    const HaloPush<typename P::Real>& values() const { return values_; }
    const RebuildStatistics& statistics() const { return statistics_; }

    /// The memory held, the lists not counted [bytes].
    std::size_t bytes() const;

  private:
    BrickCells brick() const { return {box_->frame.grid, partition_.brick(comm_->rank())}; }
    /// Makes the plan of the halo for the box of the last rebuild, unless it is the one for it.
    void plan_halo();
    /// Sorts the owned atoms, fetches the halo and lays out the arrays; collective.
    void finish_rebuild();
    void append(const std::vector<AtomRecord<P>>& arrived);
    void arrange_moved(const Assembly& assembly);
    void mark_seen();
    AtomRecord<P> record(LocalIndex i) const;

    const Communicator* comm_;
    const Domain* domain_;
    const BoxState* box_;
    double halo_range_;
    Partition partition_;
    std::optional<HaloPlan> plan_;
    LowerTriangular<double> planned_for_; ///< edges of the box of the plan [length]
    HaloExchange<P> halo_;
    MpiHaloTransport values_transport_;
    HaloPush<typename P::Real> values_;
    bool with_values_;
    Particles<P, Host> particles_;
    LocalCells cells_;
    AtomSorter<P> sorter_;
    Buffer<std::uint32_t, Host> cell_of_; ///< while rebuilding: the cell in the brick of each atom
    std::vector<Vec3<typename P::Fraction>> moved_; ///< empty but while adopting
    std::vector<std::uint8_t> seen_elsewhere_;
    RebuildStatistics statistics_;
};

} // namespace mdsim
