// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system_on_device.hpp"

#include "core/error.hpp"
#include "domain/migration.hpp"
#include "engine/fault_report.hpp"
#include "engine/rank_layout.hpp"

namespace mdsim {

DeviceSetup device_setup(const SimulationSetup& setup) {
    DeviceSetup d;
    d.box = setup.domain.box;
    d.grid = setup.domain.grid;
    d.force_field = setup.force_field;
    d.mass = setup.mass;
    d.skin = setup.skin;
    d.reach = setup.reach;
    d.tile_target = setup.domain.tile_target;
    d.lanes_per_atom = setup.lanes_per_atom;
    d.largest_move = setup.domain.largest_move();
    d.seed = setup.seed;
    d.exact_check =
        setup.rebuild == RebuildRule::checked && setup.domain.total_atoms >= least_atoms_to_search;
    d.transport = {setup.layout.transport, static_cast<int>(setup.layout.pretended_hosts)};
    return d;
}

template <class P>
System<P, Device>::System(const Communicator& comm, const SimulationSetup& setup)
    : comm_(&comm), setup_(setup), layout_(setup.layout, setup.domain.grid, setup.domain.box,
                                           setup.domain.list_range, comm.size()) {
    if (comm.size() == 1) device_ = std::make_unique<DeviceSystem<P>>(device_setup(setup));
}

template <class P> void System<P, Device>::adopt(std::vector<AtomRecord<P>> atoms) {
    if (comm_->size() > 1) {
        if (setup_.layout.redraw_bricks)
            throw InputError("parallel.redraw_bricks",
                             "on GPUs bricks are chosen once: tests that draw them need the CPU");
        const CellGrid& grid = setup_.domain.grid;
        std::vector<std::int64_t> count(static_cast<std::size_t>(grid.total()), 0);
        for (const AtomRecord<P>& r : atoms)
            ++count[static_cast<std::size_t>(grid.cell_of(r.site))];
        comm_->sum(std::span<std::int64_t>(count));
        const Partition partition = layout_.for_atoms(count);
        RankLayout layout = rank_layout(partition, setup_, comm_->rank());
        layout.comm = comm_;
        atoms = migrate<P>(partition, atoms, *comm_).arrived;
        DeviceSetup setup = device_setup(setup_);
        setup.ranks = &layout;
        device_ = std::make_unique<DeviceSystem<P>>(setup);
    }
    device_->adopt(atoms);
}

template <class P> std::unique_ptr<AtomTable<P>> System<P, Device>::table() {
    if (!device_->orders_rows()) return std::make_unique<HostAtomTable<P>>(atoms(), *comm_);
    return std::make_unique<DeviceAtomTable<P>>(*device_, setup_.domain.total_atoms, *comm_);
}

template <class P> void System<P, Device>::rebuild(double) {
    check_faces();
    device_->rebuild();
}

template <class P> void System<P, Device>::check_faces() {
    if (!setup_.domain.open()) return;
    const bool crossed = comm_->max_of(device_->crossed_open_face() ? 1 : 0) == 1;
    if (crossed) check_open_directions(atoms(), *comm_);
}

template <class P> AtomView<P> System<P, Device>::atoms() {
    const Snapshot<P>& now = device_->look();
    return {&setup_.domain, &now.particles, &now.cells};
}

template <class P> RankStatistics System<P, Device>::statistics() const {
    RankStatistics statistics;
    statistics.atoms = static_cast<std::int64_t>(device_->atoms());
    statistics.carriers = device_->carriers();
    return statistics;
}

template class System<MixedPrecision, Device>;
template class System<DoublePrecision, Device>;

} // namespace mdsim
