// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system_on_device.hpp"

#include "core/error.hpp"
#include "engine/fault_report.hpp"

namespace mdsim {

namespace {

/// Below, steps are so short that a search for pairs that lists lack costs more than it saves.
constexpr std::int64_t least_atoms_to_search = 400000;

} // namespace

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
    return d;
}

template <class P>
System<P, Device>::System(const Communicator& comm, const SimulationSetup& setup)
    : comm_(&comm), setup_(setup), device_(device_setup(setup)) {
    MDSIM_REQUIRE(comm.size() == 1);
}

template <class P> void System<P, Device>::rebuild(double) {
    check_faces();
    device_.rebuild();
}

template <class P> StretchReport System<P, Device>::run_ahead(const Stretch<P>& stretch) {
    const StretchReport report = device_.run(stretch);
    if (report.fault == no_atom) check_faces();
    return report;
}

template <class P> void System<P, Device>::check_faces() {
    if (setup_.domain.open() && device_.crossed_open_face()) check_open_directions(atoms(), *comm_);
}

template <class P> AtomView<P> System<P, Device>::atoms() {
    const Snapshot<P>& now = device_.look();
    return {&setup_.domain, &now.particles, &now.cells};
}

template <class P> RankStatistics System<P, Device>::statistics() const {
    RankStatistics statistics;
    statistics.atoms = static_cast<std::int64_t>(device_.atoms());
    return statistics;
}

template class System<MixedPrecision, Device>;
template class System<DoublePrecision, Device>;

} // namespace mdsim
