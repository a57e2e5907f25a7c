// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "engine/stage_settings.hpp"
#include "engine/thermo.hpp"

namespace mdsim {

/// What a barostat remembers from action to action; zero as a stage begins.
struct BarostatState {
    /// Minus the work that it has done on the atoms [energy].
    double work = 0;

    bool operator==(const BarostatState&) const = default;
};

/// The wanted pressure after so many steps of a stage with a barostat [energy / length^3].
double target_pressure(const StageSettings& stage, Step done);

/// The barostat of the stage in hand.
class Barostat {
  public:
    explicit Barostat(std::uint64_t seed) : seed_(seed) {}

    /// Begins with a stage, in a state that is zero or was saved in it.
    void start(const StageSettings& stage, const BarostatState& state) {
        acts_ = stage.barostat.has_value();
        state_ = state;
    }

    /// Acts on step `done` of the stage, of which these are the thermodynamics; returns the factors
    /// of the edges along x, y and z. Velocities are to be divided by them. Throws PhysicsError,
    /// on all ranks alike, where an edge would change by more than a box can in one step.
    ///
    /// The work on the atoms follows from the virial of before and the compressibility, to second
    /// order in the strain.
    Vec3<double> act(const StageSettings& stage, Step done, const Thermo& now);

    /// What it adds to the conserved energy [energy].
    double energy() const { return acts_ ? state_.work : 0; }
    const BarostatState& state() const { return state_; }

  private:
    std::uint64_t seed_;
    bool acts_ = false;
    BarostatState state_;
};

} // namespace mdsim
