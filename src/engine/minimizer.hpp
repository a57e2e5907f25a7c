// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/stage_settings.hpp"
#include "ops/descent.hpp"
#include "physics/relaxation/box_relaxation.hpp"

namespace mdsim {

/// What a minimization remembers from step to step; fresh as a stage begins.
struct MinimizerState {
    FireState fire;
    double drift_time = 0; ///< for which atoms moved in the last step [time]
    StrainNumbers rate{};  ///< of the strain of the box [1 / time]

    bool operator==(const MinimizerState&) const = default;
};

/// How far a minimization has come.
struct MinimizationReport {
    std::int64_t steps = 0;   ///< taken, in this stage
    bool converged = false;   ///< within its tolerances
    double largest_force = 0; ///< on an atom [energy / length]
    /// How far a pressure is from the wanted one, at most, where the box relaxes
    /// [energy / length^3].
    std::optional<double> pressure_excess;
};

/// What a minimization decides by, once it has looked.
struct DescentInHand {
    DescentSizes sizes;
    FireSums sums;                    ///< of atoms alone
    std::optional<BoxRelaxation> box; ///< its coordinates, where it relaxes
    double farthest = 0; ///< that an atom may move in a step, whatever the input allows [length]
};

/// The minimization of the stage in hand: FIRE on the atoms and, where it relaxes, on the box.
class Minimizer {
  public:
    /// Begins with a stage, in a state that is fresh or was saved in it.
    void start(const StageSettings& stage, const MinimizerState& state) {
        acts_ = stage.ensemble == Ensemble::minimize;
        state_ = state;
        report_ = {};
    }

    /// Looks at the forces of a step; `excess` is the pressure of forces less the wanted one, as
    /// far as the box may change [energy / length^3]. With that it knows whether it is at its end.
    void look(const MinimizeSettings& settings, const DescentSizes& sizes,
              const StrainNumbers& excess);
    bool converged() const { return report_.converged; }
    const MinimizationReport& report() const { return report_; }

    /// Decides how the next step moves atoms, whose velocities have been completed: the turn of
    /// these, and from then on drift_time() and strain(). Atoms that are where they should be stay
    /// there.
    FireTurn act(const StageSettings& stage, const DescentInHand& now);

    /// The time step of the last drift, or after act() of the next one [time].
    double drift_time() const { return state_.drift_time; }
    /// The strain of the box in the step to come.
    StrainNumbers strain() const;
    const MinimizerState& state() const { return state_; }

  private:
    FireTurn rest();
    /// The longest time in which nothing moves too far, where velocities are turned so.
    static double allowed_time(const MinimizeSettings& settings, const DescentInHand& now,
                               const FireTurn& turn);

    bool acts_ = false;
    MinimizerState state_;
    MinimizationReport report_;
};

} // namespace mdsim
