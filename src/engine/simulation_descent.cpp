// SPDX-License-Identifier: BSD-3-Clause
// The part of the run loop in which a minimization acts.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "core/contract.hpp"
#include "engine/fault_report.hpp"
#include "engine/simulation.hpp"

namespace mdsim {

template <class P> void Simulation<P>::descend(const StepInHand& now) {
    const StageSettings& stage = now.stage;
    MDSIM_EXPECT(stage.minimize.has_value());
    const DescentSizes sizes = descent_sizes();
    const StrainNumbers excess = pressure_excess(stage);
    minimizer_.look(*stage.minimize, sizes, excess);
    if (now.plan.last) return;
    const double farthest = box().largest_move(setup().domain.list_range) / 2;
    system_->integrator().turn_velocities(minimizer_.act(
        stage, {sizes, descent_sums(sizes), box_relaxation(stage, excess), farthest}));
    if (stage.changes_box()) system_->lead_box(box().now.edges * gradient_of(minimizer_.strain()));
    progress_.minimizer = minimizer_.state();
}

template <class P> DescentSizes Simulation<P>::descent_sizes() {
    DescentSizes sizes = system_->integrator().descent_sizes();
    double all[3] = {sizes.force2, sizes.velocity2, sizes.acceleration2};
    if (comm_->size() > 1) comm_->max(std::span<double>(all));
    if (!std::isfinite(all[0]) || !std::isfinite(all[1]) || !std::isfinite(all[2]))
        throw_force_fault(system_->atoms(), progress_.step, *setup().force_field, *comm_);
    return {all[0], all[1], all[2]};
}

template <class P> FireSums Simulation<P>::descent_sums(const DescentSizes& sizes) {
    const DescentUnits units = DescentUnits::of(sizes);
    const DescentSums mine = system_->integrator().descent_sums(units);
    std::array<FixedSum, 3> sums{mine.power, mine.velocity2, mine.force2};
    add_over_ranks(std::span<FixedSum>(sums), *comm_, "forces and velocities");
    return DescentSums{sums[0], sums[1], sums[2]}.in(units);
}

template <class P> StrainNumbers Simulation<P>::pressure_excess(const StageSettings& stage) {
    if (!stage.minimize->changes_box()) return {};
    BatchSample sample; // of atoms that do not move
    sample.step = progress_.step;
    sample.pair = system_->forces().sums();
    StrainNumbers excess = thermo_of(sample, stage, box().now.edges).pressure_tensor;
    for (std::size_t axis = 0; axis < 3; ++axis) excess[axis] -= *stage.minimize->pressure;
    return free_part(excess, stage.minimize->coupling.value_or(BoxCoupling::isotropic));
}

template <class P>
std::optional<BoxRelaxation> Simulation<P>::box_relaxation(const StageSettings& stage,
                                                           const StrainNumbers& excess) const {
    if (!stage.changes_box()) return std::nullopt;
    const auto atoms = static_cast<double>(setup().domain.total_atoms);
    return BoxRelaxation(atoms, total_mass() / atoms, box().now.volume(), excess);
}

template <class P> void Simulation<P>::skip_to_end(const StageSettings& stage, Observer& observer) {
    const Step end = progress_.stage_first + stage.steps;
    // Atoms that rest wear no lists out: neither in these steps nor in the one that found it.
    progress_.last_rebuild += end - progress_.step + 1;
    progress_.step = end;
    const auto asked = static_cast<std::int32_t>(observer.request(end));
    request_ = std::max(request_, static_cast<Request>(comm_->max_of(asked)));
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void Simulation<P>::descend(const StepInHand&);                                       \
    template void Simulation<P>::skip_to_end(const StageSettings&, Observer&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
