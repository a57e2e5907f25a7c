// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system_on_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/fraction.hpp"
#include "domain/migration.hpp"
#include "engine/batch_pace.hpp"
#include "engine/flip_atoms.hpp"
#include "engine/rank_layout.hpp"

namespace mdsim {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point started) {
    return std::chrono::duration<double>(Clock::now() - started).count();
}

/// What the devices of several ranks cannot hold in a box that has become another.
[[noreturn]] void throw_indivisible(const InputError& error) {
    throw PhysicsError(
        fmt::format("the box has changed so much that it cannot be divided as before: "
                    "{}; resume the run from its last checkpoint on fewer GPUs",
                    error.errors().front().message));
}

/// Makes the present position of an atom, whose image count belongs to it, its reference.
template <class P> void make_reference(AtomRecord<P>& r) {
    r.site.move_to({advanced(r.site.x, r.moved.x), advanced(r.site.y, r.moved.y),
                    advanced(r.site.z, r.moved.z)});
    r.moved = {0, 0, 0};
}

/// The same where the image count belongs to the reference.
template <class P> void go_on_as_reference(AtomRecord<P>& r) {
    const Site<P> from = r.site;
    make_reference(r);
    r.image = r.image + Vec3<std::int32_t>{crossing(from.x, r.site.x), crossing(from.y, r.site.y),
                                           crossing(from.z, r.site.z)};
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
    d.box_window = setup.box_window();
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
    d.transport = {setup.layout.transport, static_cast<int>(setup.debug.simulated_hosts),
                   setup.layout.compress};
    return d;
}

namespace {

/// The same for one of several ranks.
DeviceSetup device_setup(const SimulationSetup& setup, const Communicator& comm) {
    DeviceSetup d = device_setup(setup);
    if (comm.size() == 1) return d;
    d.comm = &comm;
    d.slowdown = setup.debug.slowdown_of(comm.rank());
    return d;
}

} // namespace

template <class P>
SystemOnDevice<P>::SystemOnDevice(const Communicator& comm, const SimulationSetup& setup)
    : System<P>(comm, setup), device_(device_setup(setup, comm)) {}

template <class P> void SystemOnDevice<P>::adopt(std::vector<AtomRecord<P>> atoms) {
    follow_box();
    if (this->comm_->size() == 1) return device_.adopt(atoms);
    const Partition bricks = this->layout_.for_atoms(this->atoms_in_cells(atoms));
    divide(bricks, std::move(atoms));
}

template <class P>
void SystemOnDevice<P>::divide(const Partition& partition, std::vector<AtomRecord<P>> atoms) {
    MDSIM_EXPECT(partition.ranks() == this->comm_->size());
    RankLayout layout = rank_layout(partition, this->setup_, this->box_, this->comm_->rank());
    layout.comm = this->comm_;
    layout.inboxes = inboxes_;
    layout.tight = this->setup_.debug.tight_capacity;
    count_halo(this->atoms_in_cells(atoms), layout);
    Migrated<P> migrated = migrate<P>(partition, atoms, *this->comm_);
    atoms = std::move(migrated.arrived);
    if (partition_.has_value()) statistics_.migrated += migrated.received;
    device_.adopt(atoms, layout);
    partition_ = partition;
}

template <class P> void SystemOnDevice<P>::rebuild(double) {
    this->check_faces();
    this->box_.begin_rebuild();
    if (this->box_.leaves_frame()) return rebuild_in_new_frame();
    follow_box();
    complete_rebuild(device_.decomposition().rebuild());
}

template <class P> void SystemOnDevice<P>::rebuild_in_new_frame() {
    std::vector<AtomRecord<P>> all = records_of(this->atoms());
    for (AtomRecord<P>& r : all) go_on_as_reference(r);
    const LatticeFlip flip = this->choose_frame(busy_);
    if (!flip.none())
        for (AtomRecord<P>& r : all) flip_atom(flip, r);
    try {
        adopt(std::move(all));
    } catch (const InputError& error) {
        throw_indivisible(error);
    }
}

template <class P> BatchReport SystemOnDevice<P>::run(const StepBatch<P>& batch) {
    const auto started = Clock::now();
    BatchReport report = device_.batches().run(batch);
    go_on_in_boxes(batch, report);
    busy_ += report.busy;
    if (this->comm_->size() > 1) statistics_.waited += seconds_since(started) - report.busy;
    complete_rebuild(report.capacity);
    return report;
}

template <class P>
void SystemOnDevice<P>::go_on_in_boxes(const StepBatch<P>& batch, const BatchReport& report) {
    const auto& boxes = report.boxes.empty() ? batch.boxes : report.boxes;
    if (boxes.empty()) {
        if (report.rebuilds == 0) return;
        this->box_.begin_rebuild();
        return follow_box();
    }
    MDSIM_EXPECT(boxes.size() > static_cast<std::size_t>(report.steps));
    if (report.rebuilds > 0)
        this->box_.built.edges = boxes[static_cast<std::size_t>(report.last_rebuild - batch.first)];
    this->box_.lead_to(boxes[static_cast<std::size_t>(report.steps)]);
    this->enter_next_box();
}

/// Completes a rebuild that was short of capacity: adopts the atoms with capacities for as many as
/// there are.
template <class P> void SystemOnDevice<P>::complete_rebuild(AtomCapacity capacity) {
    if (capacity == AtomCapacity::enough) return;
    MDSIM_EXPECT(partition_.has_value()); // a rank that is alone has capacity for all atoms
    if (capacity == AtomCapacity::short_of_inboxes) inboxes_ *= 2;
    std::vector<AtomRecord<P>> all = records_of(this->atoms());
    for (AtomRecord<P>& r : all) make_reference(r); // the rebuild has counted their crossings
    this->box_.begin_rebuild();
    follow_box();
    divide(*partition_, std::move(all));
    ++statistics_.enlargements;
}

/// Of positions only those are counted that are packed on their way.
template <class P> RankStatistics SystemOnDevice<P>::exchanged() const {
    RankStatistics statistics = statistics_;
    const PackedTraffic traffic = device_.decomposition().packed_traffic();
    statistics.halo.bytes = traffic.sent;
    statistics.halo.unpacked = traffic.unpacked;
    return statistics;
}

template <class P> std::int64_t SystemOnDevice<P>::longest() const {
    constexpr std::int64_t between_redraws = 20;
    const bool redraws = this->comm_->size() > 1 && this->setup_.debug.redraw_bricks;
    return redraws ? between_redraws : BatchPace::at_most;
}

template <class P> void SystemOnDevice<P>::balance(double seconds) {
    MDSIM_EXPECT(seconds >= 0);
    const bool redraws = this->setup_.debug.redraw_bricks;
    if (this->comm_->size() == 1) return;
    if (this->setup_.layout.balance == Balance::off && !redraws) return;
    if (!pace_.due(seconds) && !redraws) return;
    const auto started = Clock::now();
    const auto bricks = this->layout_.next(*partition_, busy_, *this->comm_,
                                           [this] { return this->atoms_in_cells(); });
    if (bricks && all_have_cells(*bricks)) {
        divide(*bricks, records_of(this->atoms()));
        ++statistics_.repartitions;
    }
    pace_.looked(this->comm_->max_of(seconds_since(started)));
}

template class SystemOnDevice<MixedPrecision>;
template class SystemOnDevice<DoublePrecision>;

} // namespace mdsim
