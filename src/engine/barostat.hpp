// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "engine/stage_settings.hpp"
#include "engine/thermo.hpp"
#include "ops/batch_coupling.hpp"
#include "physics/coupling/barostats.hpp"
#include "physics/coupling/coupled_sums.hpp"

namespace mdsim {

/// The wanted pressure after so many steps of a stage with a barostat [energy / length^3].
double target_pressure(const StageSettings& stage, Step done);

/// What a barostat acts by on a step with such thermodynamics: unless the `whole` pressure is
/// wanted, without the components beside its diagonal, which are known only where somebody looks.
CoupledSums coupled_sums_of(const Thermo& now, bool whole = true);

/// Throws PhysicsError, which says that a barostat would move the box too far by the sums of a
/// step, where it would.
void expect_possible(const BoxMove& move, const StageSettings& stage, Step step);

/// The barostat of the stage in hand.
class Barostat {
  public:
    explicit Barostat(std::uint64_t seed) : seed_(seed) {}

    /// Begins with a stage, in a state that is zero or was saved in it.
    void start(const StageSettings& stage, const BarostatState& state);

    /// Acts by the sums of step `done` of the stage, of atoms with so many degrees of freedom in a
    /// box of such a volume, and lets their thermostat act with it. It stays as it was where the
    /// move is not possible.
    BoxMove act(const StageSettings& stage, Step done, const CoupledSums& by, double volume,
                double degrees_of_freedom, const MiddleThermostat& thermostat);

    /// What a device needs in order to act by itself on steps from `first` to before `end`; the
    /// stage began at `stage_first`. Nothing where there is no barostat.
    BatchBarostat on_batch(const StageSettings& stage, Step stage_first, Step first, Step end,
                           double degrees_of_freedom) const;

    /// Goes on from where a device has brought it.
    void go_on_from(const BarostatState& state) { state_ = state; }

    /// What it adds to the conserved energy on step `done`, of which these are the thermodynamics,
    /// before it acts [energy].
    double energy(const StageSettings& stage, Step done, const Thermo& now,
                  double degrees_of_freedom) const {
        return energy_at(state_, stage, done, now, degrees_of_freedom);
    }
    /// The same in another state.
    double energy_at(const BarostatState& state, const StageSettings& stage, Step done,
                     const Thermo& now, double degrees_of_freedom) const;
    const BarostatState& state() const { return state_; }

  private:
    BarostatAction action(const StageSettings& stage, Step done, const CoupledSums& by,
                          double volume, double degrees_of_freedom) const;

    std::uint64_t seed_;
    std::optional<AnyBarostat> kind_;
    BarostatState state_;
};

} // namespace mdsim
