// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "engine/stage_settings.hpp"
#include "engine/thermo.hpp"
#include "physics/coupling/piston.hpp"

namespace mdsim {

/// What a barostat remembers from action to action; zero as a stage begins.
struct BarostatState {
    /// Minus the work that it has done on the atoms; of a piston that of the pressure on it
    /// [energy].
    double work = 0;
    PistonState piston{}; ///< of mtk

    bool operator==(const BarostatState&) const = default;
};

/// The wanted pressure after so many steps of a stage with a barostat [energy / length^3].
double target_pressure(const StageSettings& stage, Step done);

/// What a barostat does, as factors along x, y and z.
struct BoxMove {
    Vec3<double> velocities{1, 1, 1};
    Vec3<double> drift{1, 1, 1}; ///< of the edges that atoms drift in
    Vec3<double> next{1, 1, 1};  ///< of those of the next step
};

/// The barostat of the stage in hand.
class Barostat {
  public:
    explicit Barostat(std::uint64_t seed) : seed_(seed) {}

    /// Begins with a stage, in a state that is zero or was saved in it.
    void start(const StageSettings& stage, const BarostatState& state);

    /// The thermostat of the atoms, where it acts in the middle of an action of the barostat: it is
    /// handed their kinetic energy, and returns the factor of all velocities.
    using MiddleThermostat = std::function<double(double)>;

    /// Acts on step `done` of the stage, of which these are the thermodynamics, of atoms with so
    /// many degrees of freedom. Throws PhysicsError, on all ranks alike, where an edge would change
    /// by more than a box can in one step.
    ///
    /// The work on the atoms follows from the virial of before and the compressibility, to second
    /// order in the strain; that on a piston is exact.
    BoxMove act(const StageSettings& stage, Step done, const Thermo& now, double degrees_of_freedom,
                const MiddleThermostat& thermostat);

    /// What it adds to the conserved energy on step `done`, of which these are the thermodynamics,
    /// before it acts [energy].
    double energy(const StageSettings& stage, Step done, const Thermo& now,
                  double degrees_of_freedom) const;
    const BarostatState& state() const { return state_; }

  private:
    BoxMove rescale(const StageSettings& stage, Step done, const Thermo& now);
    BoxMove push(const StageSettings& stage, Step done, const Thermo& now,
                 double degrees_of_freedom, const MiddleThermostat& thermostat);

    std::uint64_t seed_;
    bool acts_ = false;
    std::optional<Piston> piston_;
    BarostatState state_;
};

} // namespace mdsim
