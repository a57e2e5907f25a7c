// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/vec3.hpp"
#include "domain/assembly.hpp"
#include "domain/halo.hpp"
#include "engine/brick_cells.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Puts the owned atoms of a rank in canonical order, cell by cell, and then the halo between them.
///
/// Keeps its memory from one rebuild to the next, and borrows that of `next` and `force`, which
/// mean nothing at a rebuild: fresh memory costs more than what is done with it.
template <class P> class AtomSorter {
  public:
    /// Sorts the atoms for which `cell_of` names a cell of the brick; what else `particles` holds
    /// is lost. `heights` are those of the box [length].
    void sort(const BrickCells& brick, std::span<const std::uint32_t> cell_of,
              const Vec3<double>& heights, std::uint32_t tile_target,
              Particles<P, Host>& particles);

    /// The sorted atoms: all cells of the brick, sites, columns, and where each atom was before.
    const std::vector<LocalCell>& runs() const { return runs_; }
    std::span<const Site<P>> site() const { return sorted_.site.span(); }
    FollowingColumns<P, ConstPointers> columns() const { return pointers_to<P, Host>(sorted_); }
    std::span<const ParticleId> id() const { return sorted_.id.span(); }
    std::span<const LocalIndex> order() const { return order_.span(); }

    /// Lays owned and halo atoms out as assembled; `reference` equals `site` afterwards.
    void lay_out(const HaloAtoms<P>& halo, const Assembly& assembly, Particles<P, Host>& particles);

    /// The memory held [bytes].
    std::size_t bytes() const;

  private:
    void count_cells(const BrickCells& brick, std::span<const std::uint32_t> cell_of);
    void deal(std::span<const std::uint32_t> cell_of);
    void gather(Particles<P, Host>& particles);

    std::vector<LocalCell> runs_;
    std::vector<std::vector<LocalIndex>> next_; ///< for each piece of the atoms and each cell
    Buffer<LocalIndex, Host> order_;
    Particles<P, Host> sorted_; ///< site and columns of the owned atoms
};

} // namespace mdsim
