// SPDX-License-Identifier: BSD-3-Clause
#include "ops/device_system.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "kernels/engine/device_implementation.hpp"
#include "kernels/engine/device_time_origins.hpp"
#include "kernels/engine/measure_links.hpp"
#include "kernels/engine/read_sums.hpp"
#include "kernels/force/count_distances.hpp"

namespace mdsim {

template <class P>
DeviceSystem<P>::DeviceSystem(const DeviceSetup& setup)
    : implementation_(std::make_unique<Implementation>(setup)) {}
template <class P> DeviceSystem<P>::~DeviceSystem() = default;
template <class P> DeviceSystem<P>::DeviceSystem(DeviceSystem&&) noexcept = default;
template <class P> DeviceSystem<P>& DeviceSystem<P>::operator=(DeviceSystem&&) noexcept = default;

template <class P> void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>> records) {
    Implementation& d = *implementation_;
    d.take(records);
    if (d.rebuild() != AtomCapacity::enough)
        throw EnvironmentError("the arrays of a rank have no capacity for its atoms as they are");
    d.atoms.restore_moved(records);
    d.adopted().loop.exchange_positions();
    d.changed();
}

template <class P> void DeviceSystem<P>::divide(const RankLayout& layout) {
    implementation_->layout = layout;
}

template <class P> AtomCapacity DeviceSystem<P>::rebuild() { return implementation_->rebuild(); }

template <class P> void DeviceSystem<P>::count_atoms(std::span<std::int64_t> of_cell) {
    const Implementation& d = *implementation_;
    MDSIM_EXPECT(static_cast<std::int64_t>(of_cell.size()) == d.setup.grid.total());
    std::vector<LocalIndex> first(d.adopted().owned_cells.size() + 1);
    d.stream.download(d.adopted().order.cell_first(), first.data(), first.size());
    d.stream.wait();
    for (std::size_t c = 0; c < d.adopted().owned_cells.size(); ++c)
        of_cell[static_cast<std::size_t>(d.adopted().owned_cells[c])] += first[c + 1] - first[c];
}

template <class P> void DeviceSystem<P>::queue_forces(bool with_sums) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(d.resident != nullptr); // atoms have been adopted
    if (with_sums) d.stream.zero(d.pair_totals.data(), 1);
    d.forces.queue_stored(d.stream, d.adopted().loop.walk_args(),
                          with_sums ? d.pair_totals.data() : nullptr);
    if (with_sums) d.stream.download(d.pair_totals.data(), d.seen_pair_totals.get(), 1);
    d.changed();
}

template <class P> PairSums DeviceSystem<P>::pair_sums() {
    Implementation& d = *implementation_;
    d.stream.wait();
    return read_sums(*d.seen_pair_totals);
}

template <class P> void DeviceSystem<P>::complete_step(const Motion<typename P::Real>& motion) {
    Implementation& d = *implementation_;
    complete_atoms<P>(d.stream, d.atoms.view(), {d.motion_view, {motion}});
    d.changed();
}

template <class P>
MotionReport DeviceSystem<P>::begin_step(const Motion<typename P::Real>& motion, Step step) {
    Implementation& d = *implementation_;
    MoveResult<typename P::Real>& result = *d.seen_move_result;
    result = {};
    d.stream.upload(&result, d.move_result.data(), 1);
    begin_atoms<P>(d.stream, d.atoms.view(), {d.motion_view, {motion}}, step, d.move_result.data());
    d.stream.download(d.move_result.data(), &result, 1);
    d.stream.wait();
    d.atoms.control().change_buffers();
    d.atoms.push_control();
    d.adopted().loop.exchange_positions();
    d.changed();
    return {static_cast<double>(result.displacement2), result.fault};
}

template <class P> bool DeviceSystem<P>::list_is_stale() {
    Implementation& d = *implementation_;
    if (!d.adopted().check.exact()) return true;
    Control& control = d.atoms.control();
    d.atoms.pull_control();
    control.missing_pair = 0;
    d.atoms.push_control();
    d.adopted().check.check_now(d.stream, d.atoms.view(), d.adopted().lists);
    d.atoms.pull_control();
    const int stale = control.missing_pair != 0 ? 1 : 0;
    return (d.devices != nullptr ? d.layout.comm->max_of(stale) : stale) == 1;
}

template <class P> bool DeviceSystem<P>::couples() const {
    const auto& devices = implementation_->devices;
    return devices == nullptr || !devices->led_by_hosts();
}

template <class P> bool DeviceSystem<P>::takes_samples() const { return couples(); }

template <class P> BatchReport DeviceSystem<P>::run(const StepBatch<P>& batch) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(d.resident != nullptr && batch.steps > 0);
    MDSIM_EXPECT(batch.allowed_move > 0 || batch.rebuild_every > 0);
    MDSIM_EXPECT(batch.motion.size() == 1 ||
                 batch.motion.size() == static_cast<std::size_t>(batch.steps));
    MDSIM_EXPECT(!batch.coupling.acts.any() || couples());
    MDSIM_EXPECT(batch.samples.count == 0 || takes_samples());
    d.changed();
    d.allowed_move = batch.allowed_move;
    d.update_box();
    d.motion_view.displaced = {};
    if (d.adopted().check.exact() && batch.rebuild_every == 0)
        d.motion_view.displaced = d.adopted().check.displaced_atoms();
    return d.adopted().loop.run(batch, d.motion_view);
}

template <class P> KineticSums DeviceSystem<P>::kinetic_sums() {
    Implementation& d = *implementation_;
    d.stream.zero(d.kinetic_totals.data(), 1);
    sum_atoms<P>(d.stream, d.atoms.view(), d.mass.data(), d.kinetic_totals.data());
    d.stream.download(d.kinetic_totals.data(), d.seen_kinetic_totals.get(), 1);
    d.stream.wait();
    return read_sums(*d.seen_kinetic_totals);
}

template <class P>
void DeviceSystem<P>::transform_velocities(double factor, const Vec3<double>& shift) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(std::isfinite(factor) && std::isfinite(dot(shift, shift)));
    transform_atoms<P>(d.stream, d.atoms.view(), factor, shift);
    d.changed();
}

template <class P> void DeviceSystem<P>::draw_velocities(double temperature) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(temperature >= 0);
    draw_atoms<P>(d.stream, d.atoms.view(), d.mass.data(), d.setup.seed, temperature);
    d.changed();
}

template <class P> void DeviceSystem<P>::count_distances(PairHistogram& histogram) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(d.resident != nullptr);
    MDSIM_EXPECT(histogram.count.size() == histogram.types * histogram.types * histogram.bins);
    MDSIM_EXPECT(histogram.range <= d.ranges.largest);
    Buffer<unsigned long long, Device> counts(histogram.count.size());
    d.stream.zero(counts.data(), counts.size());
    const HistogramView view{counts.data(), static_cast<std::uint32_t>(histogram.bins),
                             static_cast<std::uint32_t>(histogram.types), histogram.range};
    d.forces.for_each_list(d.adopted().loop.walk_args(), [&](const WalkArgs<P>& walk) {
        count_tile_distances<P>(d.stream, walk, view);
    });
    std::vector<unsigned long long> found(histogram.count.size());
    d.stream.download(counts.data(), found.data(), found.size());
    d.stream.wait();
    for (std::size_t k = 0; k < found.size(); ++k)
        histogram.count[k] += static_cast<std::int64_t>(found[k]);
}

template <class P> bool DeviceSystem<P>::index_ids() {
    Implementation& d = *implementation_;
    return d.indexed = d.adopted().index_ids(d.atoms);
}

template <class P> void DeviceSystem<P>::column_by_id(const AnyColumn& column, void* to) {
    Implementation& d = *implementation_;
    MDSIM_REQUIRE(d.indexed);
    if (d.adopted().id_ordered)
        d.adopted().id_ordered->write(d.atoms, column, to);
    else
        d.atoms.download_column(column, to);
}

template <class P>
std::unique_ptr<TimeOrigins> DeviceSystem<P>::time_origins(const OriginRequest& request,
                                                           std::function<void()> index) {
    Implementation& d = *implementation_;
    MDSIM_REQUIRE(orders_by_id() && value_bytes<P>(request.column) == sizeof(Vec3<double>));
    return std::make_unique<DeviceTimeOrigins>(
        d.stream, request, d.atoms_in_block(),
        [&d, index = std::move(index)](const AnyColumn& column, void* to) {
            if (!d.indexed) index();
            d.store_by_id(column, to);
        });
}

template <class P> bool DeviceSystem<P>::orders_by_id() const {
    const auto& devices = implementation_->devices;
    return devices == nullptr || !devices->led_by_hosts();
}

template <class P> bool DeviceSystem<P>::crossed_open_face() {
    const auto& periodic = implementation_->setup.box.periodic;
    return implementation_->atoms.crossed({!periodic[0], !periodic[1], !periodic[2]});
}

template <class P> const Snapshot<P>& DeviceSystem<P>::look() {
    Implementation& d = *implementation_;
    if (!d.seen)
        d.atoms.download(d.snapshot, d.adopted().order.cell_first(), d.adopted().owned_cells,
                         d.setup.grid.total());
    d.seen = true;
    return d.snapshot;
}

template <class P> std::size_t DeviceSystem<P>::atoms() const {
    return implementation_->atoms.size();
}

template <class P> std::size_t DeviceSystem<P>::halo_atoms() const {
    const Control& control = implementation_->atoms.control();
    return control.local - control.owned;
}

template <class P> ListReport DeviceSystem<P>::report() const {
    return implementation_->adopted().lists.report();
}

template <class P> CarrierCounts DeviceSystem<P>::carriers() const {
    const Implementation& d = *implementation_;
    if (d.devices == nullptr) return {};
    CarrierCounts counts = count_carriers(d.devices->links(), d.devices->transport());
    counts.why_staged = d.devices->why_staged();
    return counts;
}

template <class P> DeviceLinks DeviceSystem<P>::links() {
    const Implementation& d = *implementation_;
    if (d.devices == nullptr) return {};
    DeviceLinks found = measure_links(d.devices->links(), d.devices->transport());
    found.carriers.why_staged = d.devices->why_staged();
    return found;
}

template <class P> std::size_t DeviceSystem<P>::bytes() const {
    const Implementation& d = *implementation_;
    return d.atoms.bytes() + d.adopted().bytes() + d.forces.bytes();
}

template class DeviceSystem<MixedPrecision>;
template class DeviceSystem<DoublePrecision>;
} // namespace mdsim
