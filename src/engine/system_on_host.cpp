// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system_on_host.hpp"

#include <cstdint>
#include <span>
#include <utility>

#include "core/contract.hpp"
#include "engine/draw_velocities.hpp"

namespace mdsim {

namespace {

template <class Real> std::vector<Real> inverse(const std::vector<double>& mass) {
    std::vector<Real> result;
    for (const double m : mass) result.push_back(static_cast<Real>(1 / m));
    return result;
}

} // namespace

template <class P>
System<P, Host>::System(const Communicator& comm, const SimulationSetup& setup)
    : comm_(&comm), setup_(setup), box_(setup.starting_box()),
      inverse_mass_(inverse<typename P::Real>(setup.mass)),
      layout_(setup.layout, setup.debug, box_, setup.domain.list_range, comm.size()),
      atoms_(comm, setup_.domain, box_, setup.halo_range(box_.frame), layout_.first()),
      pairs_(*setup.force_field, {setup.skin, setup.sampled_range, setup.domain.tile_target,
                                  setup.searches(box_.frame)}) {
    MDSIM_EXPECT(setup.mass.size() == setup.force_field->types());
}

template <class P> void System<P, Host>::adopt(std::vector<AtomRecord<P>> atoms) {
    if (comm_->size() > 1) {
        const CellGrid& grid = box_.frame.grid;
        std::vector<std::int64_t> count(static_cast<std::size_t>(grid.total()), 0);
        for (const AtomRecord<P>& r : atoms)
            ++count[static_cast<std::size_t>(grid.cell_of(r.site))];
        comm_->sum(std::span<std::int64_t>(count));
        atoms_.repartition(layout_.for_atoms(count));
    }
    atoms_.adopt(std::move(atoms));
    build_lists();
    atoms_.restore_moved();
}

template <class P> void System<P, Host>::rebuild(double busy) {
    box_.begin_rebuild();
    const auto atoms_in_cell = [this] {
        return atom_weights(box_.frame.grid, atoms_.cells().cells, *comm_);
    };
    if (auto partition = layout_.next(atoms_.partition(), busy, *comm_, atoms_in_cell))
        atoms_.repartition(std::move(*partition));
    atoms_.rebuild();
    build_lists();
}

template <class P> void System<P, Host>::build_lists() {
    pairs_.rebuild({&box_, &atoms_.cells(), &atoms_.particles(), &atoms_.seen_elsewhere()});
}

template <class P>
MotionStep<P> System<P, Host>::motion_step(const Motion<typename P::Real>& motion,
                                           Step step) const {
    return {motion,         MotionEdges::of(box_.now),
            &inverse_mass_, box_.largest_move(setup_.domain.list_range),
            setup_.seed,    step};
}

template <class P>
MotionReport System<P, Host>::advance(const Motion<typename P::Real>& motion, Step step,
                                      TileSet tiles) {
    if (tiles == TileSet::boundary) slow_down();
    return pairs_.advance(atoms_.particles(), motion_step(motion, step), tiles);
}

template <class P> void System<P, Host>::slow_down() {
    const std::int64_t times = setup_.debug.slowdown_of(comm_->rank());
    for (std::int64_t extra = 1; extra < times; ++extra)
        pairs_.store_forces(atoms_.particles(), nullptr);
}

template <class P> void System<P, Host>::receive_halo() {
    Particles<P, Host>& particles = atoms_.particles();
    atoms_.halo().finish(particles.next.data());
    particles.site.swap(particles.next);
}

template <class P>
void System<P, Host>::complete_step(const Motion<typename P::Real>& motion, Step step) {
    mdsim::complete_step(atoms_.particles(), atoms_.cells(), motion_step(motion, step));
}

template <class P>
MotionReport System<P, Host>::begin_step(const Motion<typename P::Real>& motion, Step step) {
    return mdsim::begin_step(atoms_.particles(), atoms_.cells(), motion_step(motion, step));
}

template <class P> bool System<P, Host>::list_is_stale(double farthest) {
    MDSIM_EXPECT(farthest >= 0);
    if (farthest <= setup_.allowed_move(box_)) return false;
    if (!setup_.searches(box_.frame) || farthest > setup_.searchable_move(box_)) return true;
    return comm_->max_of(pairs_.has_missing_pair(atoms_.particles(), atoms_.cells()) ? 1 : 0) == 1;
}

template <class P> KineticSums System<P, Host>::kinetic_sums() {
    return mdsim::kinetic_sums(atoms_.particles(), atoms_.cells(), setup_.mass);
}

template <class P>
void System<P, Host>::transform_velocities(double factor, const Vec3<double>& shift) {
    mdsim::transform_velocities(atoms_.particles(), atoms_.cells(), factor, shift);
}

template <class P> void System<P, Host>::draw_velocities(double temperature) {
    mdsim::draw_velocities(atoms_.particles(), atoms_.cells(), setup_.mass, setup_.seed,
                           temperature);
}

template <class P> RankStatistics System<P, Host>::statistics() const {
    const RebuildStatistics& rebuilds = atoms_.statistics();
    RankStatistics statistics;
    statistics.atoms = atoms_.cells().owned_atoms;
    statistics.migrated = rebuilds.migrated;
    statistics.repartitions = rebuilds.repartitions;
    statistics.imbalance = layout_.imbalance();
    statistics.halo = atoms_.halo().statistics();
    return statistics;
}

template class System<MixedPrecision, Host>;
template class System<DoublePrecision, Host>;

} // namespace mdsim
