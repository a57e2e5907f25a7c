// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system_on_device.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "domain/migration.hpp"
#include "engine/batch_pace.hpp"
#include "engine/fault_report.hpp"
#include "engine/host_time_origins.hpp"
#include "engine/rank_layout.hpp"

namespace mdsim {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point started) {
    return std::chrono::duration<double>(Clock::now() - started).count();
}

/// The atoms of each cell, by their reference positions, over all ranks; collective.
template <class P>
std::vector<std::int64_t> count_in_cells(const CellGrid& grid,
                                         const std::vector<AtomRecord<P>>& atoms,
                                         const Communicator& comm) {
    std::vector<std::int64_t> count(static_cast<std::size_t>(grid.total()), 0);
    for (const AtomRecord<P>& r : atoms) ++count[static_cast<std::size_t>(grid.cell_of(r.site))];
    comm.sum(std::span<std::int64_t>(count));
    return count;
}

/// Makes the present position of an atom, whose image count belongs to it, its reference.
template <class P> void make_reference(AtomRecord<P>& r) {
    r.site.move_to({advanced(r.site.x, r.moved.x), advanced(r.site.y, r.moved.y),
                    advanced(r.site.z, r.moved.z)});
    r.moved = {0, 0, 0};
}

/// Whether every rank has a cell, without which a device has nothing to do.
bool all_have_cells(const Partition& partition) {
    const std::vector<Brick>& bricks = partition.bricks();
    return std::none_of(bricks.begin(), bricks.end(), [](const Brick& b) { return b.empty(); });
}

} // namespace

DeviceSetup device_setup(const SimulationSetup& setup) {
    MDSIM_EXPECT(setup.force_field != nullptr && setup.mass.size() == setup.force_field->types());
    DeviceSetup d;
    d.box = setup.domain.box;
    d.grid = setup.domain.grid;
    d.force_field = setup.force_field;
    d.mass = setup.mass;
    d.skin = setup.skin;
    d.sampled_range = setup.sampled_range;
    d.tile_target = setup.domain.tile_target;
    d.lanes_per_atom = setup.lanes_per_atom;
    d.largest_move = setup.starting_box().largest_move(setup.domain.list_range);
    d.seed = setup.seed;
    d.exact_check = setup.rebuild == RebuildRule::checked && setup.search_pairs;
    d.longest_wait = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(setup.layout.longest_wait));
    d.transport = {setup.layout.transport, static_cast<int>(setup.debug.simulated_hosts)};
    return d;
}

template <class P>
System<P, Device>::System(const Communicator& comm, const SimulationSetup& setup)
    : comm_(&comm), setup_(setup), box_(setup.starting_box()),
      layout_(setup.layout, setup.debug, box_, setup.domain.list_range, comm.size()) {
    if (comm.size() == 1) device_ = std::make_unique<DeviceSystem<P>>(device_setup(setup));
}

template <class P> void System<P, Device>::adopt(std::vector<AtomRecord<P>> atoms) {
    if (comm_->size() == 1) return device_->adopt(atoms);
    const auto count = count_in_cells(box_.frame.grid, atoms, *comm_);
    divide(layout_.for_atoms(count), std::move(atoms));
}

template <class P>
void System<P, Device>::divide(const Partition& partition, std::vector<AtomRecord<P>> atoms) {
    MDSIM_EXPECT(partition.ranks() == comm_->size());
    RankLayout layout = rank_layout(partition, setup_, box_, comm_->rank());
    layout.comm = comm_;
    layout.inboxes = inboxes_;
    layout.tight = setup_.debug.tight_capacity;
    count_halo(count_in_cells(box_.frame.grid, atoms, *comm_), layout);
    Migrated<P> migrated = migrate<P>(partition, atoms, *comm_);
    atoms = std::move(migrated.arrived);
    if (device_ == nullptr) {
        DeviceSetup setup = device_setup(setup_);
        setup.ranks = &layout;
        setup.slowdown = setup_.debug.slowdown_of(comm_->rank());
        device_ = std::make_unique<DeviceSystem<P>>(setup);
    } else {
        device_->divide(layout);
        statistics_.migrated += migrated.received;
    }
    device_->adopt(atoms);
    partition_ = partition;
}

template <class P> std::unique_ptr<AtomTable<P>> System<P, Device>::table() {
    if (!device_->orders_by_id()) return std::make_unique<HostAtomTable<P>>(atoms(), *comm_);
    return std::make_unique<DeviceAtomTable<P>>(*device_, setup_.domain.total_atoms, *comm_);
}

template <class P>
std::unique_ptr<TimeOrigins> System<P, Device>::time_origins(const OriginRequest& request) {
    if (!device_->orders_by_id())
        return std::make_unique<HostTimeOrigins<P>>(request, [this] { return table(); });
    return device_->time_origins(request, [this] { table(); });
}

template <class P> void System<P, Device>::rebuild(double) {
    check_faces();
    box_.begin_rebuild();
    complete_rebuild(device_->rebuild());
}

template <class P> BatchReport System<P, Device>::run_ahead(const StepBatch<P>& batch) {
    const auto started = Clock::now();
    BatchReport report = device_->run(batch);
    if (report.rebuilds > 0) box_.begin_rebuild();
    busy_ += report.busy;
    if (comm_->size() > 1) statistics_.waited += seconds_since(started) - report.busy;
    complete_rebuild(report.capacity);
    return report;
}

/// Completes a rebuild that was short of capacity: adopts the atoms with capacities for as many as
/// there are.
template <class P> void System<P, Device>::complete_rebuild(AtomCapacity capacity) {
    if (capacity == AtomCapacity::enough) return;
    MDSIM_EXPECT(partition_.has_value()); // a rank that is alone has capacity for all atoms
    if (capacity == AtomCapacity::short_of_inboxes) inboxes_ *= 2;
    std::vector<AtomRecord<P>> all = records_of(atoms());
    for (AtomRecord<P>& r : all) make_reference(r);
    divide(*partition_, std::move(all));
    ++statistics_.enlargements;
}

template <class P> std::int64_t System<P, Device>::longest_batch() const {
    constexpr std::int64_t between_redraws = 20;
    const bool redraws = comm_->size() > 1 && setup_.debug.redraw_bricks;
    return redraws ? between_redraws : BatchPace::at_most;
}

template <class P> std::vector<std::int64_t> System<P, Device>::atoms_in_cells() const {
    std::vector<std::int64_t> count(static_cast<std::size_t>(box_.frame.grid.total()), 0);
    device_->count_atoms(count);
    comm_->sum(std::span<std::int64_t>(count));
    return count;
}

template <class P> void System<P, Device>::balance(double seconds) {
    MDSIM_EXPECT(seconds >= 0);
    const LayoutSettings& settings = setup_.layout;
    if (comm_->size() == 1) return;
    if (settings.balance == Balance::off && !setup_.debug.redraw_bricks) return;
    if (!pace_.due(seconds) && !setup_.debug.redraw_bricks) return;
    const auto started = Clock::now();
    const auto partition =
        layout_.next(*partition_, busy_, *comm_, [this] { return atoms_in_cells(); });
    if (partition && all_have_cells(*partition)) {
        divide(*partition, records_of(atoms()));
        ++statistics_.repartitions;
    }
    pace_.looked(comm_->max_of(seconds_since(started)));
}

template <class P> void System<P, Device>::check_faces() {
    if (!setup_.domain.open()) return;
    const bool crossed = comm_->max_of(device_->crossed_open_face() ? 1 : 0) == 1;
    if (crossed) check_open_directions(atoms(), *comm_);
}

template <class P> AtomView<P> System<P, Device>::atoms() {
    MDSIM_EXPECT(device_ != nullptr);
    const Snapshot<P>& now = device_->look();
    return {&setup_.domain, &box_.now, &now.particles, &now.cells};
}

template <class P> RankStatistics System<P, Device>::statistics() const {
    RankStatistics statistics = statistics_;
    statistics.atoms = static_cast<std::int64_t>(device_->atoms());
    statistics.halo.halo_atoms = static_cast<std::int64_t>(device_->halo_atoms());
    statistics.carriers = device_->carriers();
    statistics.imbalance = layout_.imbalance();
    return statistics;
}

template class System<MixedPrecision, Device>;
template class System<DoublePrecision, Device>;

} // namespace mdsim
