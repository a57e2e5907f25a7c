// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "engine/fault_report.hpp"
#include "engine/host_time_origins.hpp"

namespace mdsim {

template <class P>
System<P>::System(const Communicator& comm, const SimulationSetup& setup)
    : comm_(&comm), setup_(setup), box_(setup.starting_box()),
      layout_(setup.layout, setup.debug, box_, setup.domain.list_range, comm.size()) {
    MDSIM_EXPECT(setup.force_field != nullptr && setup.mass.size() == setup.force_field->types());
}

template <class P> void System<P>::restore_boxes(const EarlierBoxes& boxes) {
    box_.built.edges = boxes.built;
    box_.flips = boxes.flips;
    if (boxes.frame == box_.frame.box.edges) return;
    box_.frame.box.edges = boxes.frame;
    box_.frame.grid = setup_.grid_rule.grid_for(box_.frame.box);
    MDSIM_ENSURE(box_.is_valid());
    layout_.start_anew(0);
}

namespace {

/// Where so much of the box is each atom's own, nothing holds the atoms together, and the box would
/// grow without end.
void expect_together(const Box& box, const SimulationSetup& setup) {
    constexpr double many = 10;
    const double own = std::cbrt(box.volume() / static_cast<double>(setup.domain.total_atoms));
    const double cutoff = setup.force_field->largest_cutoff();
    if (!(cutoff > 0) || own <= many * cutoff) return;
    throw PhysicsError(fmt::format(
        "the box has grown until each atom has a cube to itself that is {:.3g} times as wide as "
        "the cutoff: at this pressure and temperature nothing holds the atoms together. Choose a "
        "higher pressure (a negative one pulls at the box), or a lower temperature",
        own / cutoff));
}

} // namespace

template <class P> LatticeFlip System<P>::choose_frame(double busy) {
    expect_together(box_.now, setup_);
    const LatticeFlip flip = box_.straighten();
    box_.choose_frame(setup_.grid_rule.grid_for(box_.now));
    layout_.start_anew(busy);
    return flip;
}

template <class P> void System<P>::check_faces() {
    if (!setup_.domain.open()) return;
    const bool crossed = comm_->max_of(local_atoms().crossed_open_face() ? 1 : 0) == 1;
    if (crossed) throw_face_fault(atoms(), *comm_);
}

template <class P> bool System<P>::list_is_stale(double farthest) {
    MDSIM_EXPECT(farthest >= 0);
    if (farthest <= setup_.allowed_move(box_)) return false;
    return setup_.rebuild != RebuildRule::checked || forces().has_missing_pair(farthest);
}

template <class P> AtomView<P> System<P>::atoms() {
    const SeenAtoms<P> now = local_atoms().look();
    return {&setup_.domain, &box_.now, &now.particles, &now.cells};
}

template <class P> std::unique_ptr<AtomTable<P>> System<P>::table() {
    if (id_order() == nullptr) return std::make_unique<HostAtomTable<P>>(atoms(), *comm_);
    return std::make_unique<DeviceAtomTable<P>>(*id_order(), local_atoms(),
                                                setup_.domain.total_atoms, *comm_);
}

template <class P>
std::unique_ptr<TimeOrigins> System<P>::time_origins(const OriginRequest& request) {
    if (id_order() != nullptr) return id_order()->time_origins(request, [this] { table(); });
    return std::make_unique<HostTimeOrigins<P>>(request, [this] { return table(); });
}

template <class P> RankStatistics System<P>::statistics() {
    RankStatistics statistics = exchanged();
    statistics.atoms = static_cast<std::int64_t>(local_atoms().owned());
    statistics.halo.halo_atoms = static_cast<std::int64_t>(local_atoms().halo());
    statistics.carriers = decomposition().carriers();
    statistics.packing = decomposition().packing();
    statistics.imbalance = layout_.imbalance();
    statistics.waits = layout_.waits();
    return statistics;
}

template <class P> std::vector<std::int64_t> System<P>::atoms_in_cells() {
    std::vector<std::int64_t> count = no_atoms();
    local_atoms().count_in_cells(count);
    comm_->sum(std::span<std::int64_t>(count));
    return count;
}

template <class P>
std::vector<std::int64_t> System<P>::atoms_in_cells(const std::vector<AtomRecord<P>>& atoms) const {
    std::vector<std::int64_t> count = no_atoms();
    for (const AtomRecord<P>& r : atoms)
        ++count[static_cast<std::size_t>(box_.frame.grid.cell_of(r.site))];
    comm_->sum(std::span<std::int64_t>(count));
    return count;
}

template class System<MixedPrecision>;
template class System<DoublePrecision>;

} // namespace mdsim
