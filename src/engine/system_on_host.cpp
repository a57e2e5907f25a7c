// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system_on_host.hpp"

#include <span>
#include <utility>

#include "engine/flip_atoms.hpp"

namespace mdsim {

template <class P>
SystemOnHost<P>::SystemOnHost(const Communicator& comm, const SimulationSetup& setup)
    : System<P>(comm, setup),
      positions_(make_position_carrier<P>(comm, setup.layout.compress,
                                          static_cast<int>(setup.debug.simulated_hosts))),
      atoms_(comm, this->setup_.domain, this->box_, setup.halo_range(this->box_.frame),
             this->layout_.first(), *positions_.transport, setup.force_field->channel_width()),
      local_atoms_(atoms_), forces_(comm, this->setup_, this->box_, atoms_),
      integrator_(this->setup_, this->box_, atoms_, forces_),
      decomposition_(atoms_, forces_, positions_.packing) {}

template <class P> void SystemOnHost<P>::adopt(std::vector<AtomRecord<P>> atoms) {
    if (this->comm_->size() > 1 || !(atoms_.partition().grid() == this->box_.frame.grid))
        atoms_.repartition(this->layout_.for_atoms(this->atoms_in_cells(atoms)));
    atoms_.adopt(std::move(atoms));
    forces_.build_lists();
    atoms_.restore_moved();
}

template <class P> void SystemOnHost<P>::rebuild(double busy) {
    this->check_faces();
    this->box_.begin_rebuild();
    if (this->box_.leaves_frame()) {
        const LatticeFlip flip = this->choose_frame(busy);
        if (!flip.none()) flip_atoms(flip, atoms_.cells(), atoms_.particles());
        atoms_.repartition(this->layout_.for_atoms(atoms_in_new_cells()));
        decomposition_.rebuild();
        return;
    }
    const auto atoms_in_cells = [this] { return this->atoms_in_cells(); };
    if (auto bricks = this->layout_.next(atoms_.partition(), busy, *this->comm_, atoms_in_cells))
        atoms_.repartition(std::move(*bricks));
    decomposition_.rebuild();
}

template <class P> std::vector<std::int64_t> SystemOnHost<P>::atoms_in_new_cells() const {
    const CellGrid& grid = this->box_.frame.grid;
    std::vector<std::int64_t> count(static_cast<std::size_t>(grid.total()), 0);
    const auto& site = atoms_.particles().site;
    for (const LocalCell& cell : atoms_.cells().cells)
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i)
            ++count[static_cast<std::size_t>(grid.cell_of(site[i]))];
    this->comm_->sum(std::span<std::int64_t>(count));
    return count;
}

template <class P> RankStatistics SystemOnHost<P>::exchanged() const {
    RankStatistics statistics;
    statistics.migrated = atoms_.statistics().migrated;
    statistics.repartitions = atoms_.statistics().repartitions;
    statistics.halo = atoms_.halo().statistics();
    statistics.halo.messages += atoms_.values().statistics().messages;
    statistics.halo.bytes += atoms_.values().statistics().bytes;
    statistics.halo.unpacked += atoms_.values().statistics().unpacked;
    return statistics;
}

template class SystemOnHost<MixedPrecision>;
template class SystemOnHost<DoublePrecision>;

} // namespace mdsim
