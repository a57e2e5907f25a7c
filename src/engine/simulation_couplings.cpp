// SPDX-License-Identifier: BSD-3-Clause
// The part of the run loop in which thermostats and barostats act.
#include <optional>

#include "core/contract.hpp"
#include "engine/barostat.hpp"
#include "engine/simulation.hpp"

namespace mdsim {

template <class P> void Simulation<P>::measure(const StepInHand& now) {
    MDSIM_REQUIRE(!waiting_sums()); // no step measures before the last sums have been used
    if (now.plan.measure_pressure)
        progress_.measured = coupled_sums_of(thermo_now(now), now.plan.whole_pressure);
    else
        progress_.measured = CoupledSums{
            progress_.step, kinetic_sums(WantedSums::diagonals).kinetic_energy(), {}, {}};
}

template <class P>
CouplingMove Simulation<P>::coupling_move(const StageSettings& stage, const CoupledSums& by) const {
    const Step done = by.step - progress_.stage_first;
    const double freedom = degrees_of_freedom(stage);
    const bool couples = stage.has_piston() || stage.coupled_steps().on(done);
    CouplingMove next{{}, thermostat_, barostat_};
    const auto thermostat = [&](double kinetic) {
        return couples ? next.thermostat.act(stage, done, by.step, kinetic, freedom) : 1;
    };
    if (stage.rescaled_steps().on(done))
        next.move = next.barostat.act(stage, done, by, box().now.volume(), freedom, thermostat);
    else
        next.move.velocities = scaling(thermostat(by.kinetic_energy));
    return next;
}

template <class P> CouplingMove Simulation<P>::act_on_velocities(const StageSettings& stage) {
    const std::optional<CoupledSums> by = waiting_sums();
    MDSIM_REQUIRE(by && by->step + stage.coupling_delay() == progress_.step);
    const CouplingMove next = coupling_move(stage, *by);
    expect_possible(next.move, stage, by->step);
    system_->integrator().transform_velocities(next.move.velocities, {0, 0, 0});
    thermostat_ = next.thermostat;
    barostat_ = next.barostat;
    progress_.measured.reset();
    if (has_thermostat(stage.ensemble)) progress_.thermostat = thermostat_.state();
    if (stage.barostat) progress_.barostat = barostat_.state();
    return next;
}

template <class P> void Simulation<P>::rescale(const StepInHand& now) {
    const BoxMove move = act_on_velocities(now.stage).move;
    const LowerTriangular<double>& edges = box().now.edges;
    system_->lead_box(edges * move.next, edges * move.drift);
}

template <class P> void Simulation<P>::couple(const StepInHand& now) {
    act_on_velocities(now.stage);
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void Simulation<P>::measure(const StepInHand&);                                       \
    template CouplingMove Simulation<P>::coupling_move(const StageSettings&, const CoupledSums&)   \
        const;                                                                                     \
    template void Simulation<P>::rescale(const StepInHand&);                                       \
    template void Simulation<P>::couple(const StepInHand&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
