// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace mdsim {

struct StageSettings;
struct StepPlan;
class Observer;

/// The pieces of a step, in the words of timers and reports.
enum class Phase {
    prepare_boundary, ///< the round of the forces: what neighbours must know of atoms that other
                      ///< ranks see
    send_values,
    prepare_interior, ///< the same for all other atoms, while these values travel
    receive_values,
    advance_boundary, ///< force, both half kicks and drift of atoms that other ranks see
    send_halo,
    advance_interior, ///< the same for all other atoms, while the halo travels
    receive_halo,
    forces,   ///< forces alone, stored
    complete, ///< second half kick of the step that ends
    remove_drift,
    observe,    ///< sums, output
    descend,    ///< a minimization decides how atoms move on
    measure,    ///< sums that thermostat and barostat act by
    rescale,    ///< the barostat acts
    couple,     ///< the thermostat acts
    begin,      ///< first half kick and drift
    list_check, ///< is a rebuild due?
    rebuild,
    run_ahead, ///< all of this for many steps, on a device
    count_
};

inline constexpr std::size_t phase_count = static_cast<std::size_t>(Phase::count_);

/// A step and what it does; valid while it is done.
struct StepInHand {
    const StageSettings& stage;
    const StepPlan& plan;
    Observer& observer;
};

/// What happens in each phase that a schedule may name.
class StepPhases {
  public:
    virtual void prepare_boundary(const StepInHand& now) = 0;
    virtual void send_values(const StepInHand& now) = 0;
    virtual void prepare_interior(const StepInHand& now) = 0;
    virtual void receive_values(const StepInHand& now) = 0;
    virtual void advance_boundary(const StepInHand& now) = 0;
    virtual void send_halo(const StepInHand& now) = 0;
    virtual void advance_interior(const StepInHand& now) = 0;
    virtual void receive_halo(const StepInHand& now) = 0;
    virtual void forces(const StepInHand& now) = 0;
    virtual void complete(const StepInHand& now) = 0;
    virtual void remove_drift(const StepInHand& now) = 0;
    virtual void observe(const StepInHand& now) = 0;
    virtual void descend(const StepInHand& now) = 0;
    virtual void measure(const StepInHand& now) = 0;
    virtual void rescale(const StepInHand& now) = 0;
    virtual void couple(const StepInHand& now) = 0;
    virtual void begin(const StepInHand& now) = 0;
    virtual void list_check(const StepInHand& now) = 0;

  protected:
    ~StepPhases() = default;
};

/// All there is to say of a phase.
struct PhaseRow {
    Phase phase;
    const char* name; ///< in reports
    bool busy;        ///< this rank computes, and does not wait for others
    void (StepPhases::*act)(const StepInHand& now); ///< null: no part of a schedule
};

/// The phases in the order of their numbers.
inline constexpr std::array<PhaseRow, phase_count> phase_rows{{
    {Phase::prepare_boundary, "densities, boundary", true, &StepPhases::prepare_boundary},
    {Phase::send_values, "send values", false, &StepPhases::send_values},
    {Phase::prepare_interior, "densities", true, &StepPhases::prepare_interior},
    {Phase::receive_values, "receive values", false, &StepPhases::receive_values},
    {Phase::advance_boundary, "force and motion, boundary", true, &StepPhases::advance_boundary},
    {Phase::send_halo, "send halo", false, &StepPhases::send_halo},
    {Phase::advance_interior, "force and motion", true, &StepPhases::advance_interior},
    {Phase::receive_halo, "receive halo", false, &StepPhases::receive_halo},
    {Phase::forces, "force alone", true, &StepPhases::forces},
    {Phase::complete, "end of step", true, &StepPhases::complete},
    {Phase::remove_drift, "drift removal", false, &StepPhases::remove_drift},
    {Phase::observe, "sums and output", false, &StepPhases::observe},
    {Phase::descend, "descent", false, &StepPhases::descend},
    {Phase::measure, "sums for couplings", false, &StepPhases::measure},
    {Phase::rescale, "barostat", false, &StepPhases::rescale},
    {Phase::couple, "thermostat", false, &StepPhases::couple},
    {Phase::begin, "begin of step", true, &StepPhases::begin},
    {Phase::list_check, "list check", false, &StepPhases::list_check},
    {Phase::rebuild, "rebuild", false, nullptr},
    {Phase::run_ahead, "steps on the device", false, nullptr},
}};

/// The row of a phase.
constexpr const PhaseRow& row_of(Phase phase) {
    return phase_rows[static_cast<std::size_t>(phase)];
}

/// What reports call a phase.
constexpr const char* name_of(Phase phase) { return row_of(phase).name; }

static_assert([] {
    for (std::size_t i = 0; i < phase_count; ++i)
        if (phase_rows[i].phase != static_cast<Phase>(i)) return false;
    return true;
}());

} // namespace mdsim
