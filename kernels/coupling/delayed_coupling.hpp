// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "kernels/coupling/coupling_args.hpp"
#include "kernels/state/observed_sums.hpp"
#include "kernels/state/step_boxes.hpp"
#include "physics/coupling/barostats.hpp"

namespace mdsim {

/// A thermostat that may act some steps behind the sums that it acts by, chosen at run time, so
/// that step kernels are not compiled for each.
struct DelayedThermostat {
    enum class Kind { none, rescaling, berendsen };

    struct Prepared {
        VelocityRescaling::Renewal renewal;
        Berendsen::Pull pull;
    };

    Kind kind = Kind::none;
    VelocityRescaling rescaling{};
    Berendsen berendsen{};

    /// Of a thermostat of all atoms; nothing where it must act at once.
    static std::optional<DelayedThermostat> of(const std::optional<AnyThermostat>& thermostat) {
        if (!thermostat) return DelayedThermostat{};
        if (const auto* r = std::get_if<VelocityRescaling>(&*thermostat))
            return DelayedThermostat{Kind::rescaling, *r, {}};
        if (const auto* b = std::get_if<Berendsen>(&*thermostat))
            return DelayedThermostat{Kind::berendsen, {}, *b};
        return std::nullopt;
    }

    MDSIM_HD Prepared prepare(const ThermostatAction& action) const {
        Prepared prepared{};
        if (kind == Kind::rescaling) prepared.renewal = rescaling.prepare(action);
        if (kind == Kind::berendsen) prepared.pull = berendsen.prepare(action);
        return prepared;
    }

    MDSIM_HD double act(const Prepared& by, double kinetic_energy, ThermostatState& state) const {
        if (kind == Kind::rescaling) return rescaling.act(by.renewal, kinetic_energy, state);
        if (kind == Kind::berendsen) return berendsen.act(by.pull, kinetic_energy, state);
        return 1;
    }
};

/// Thermostat and barostat of a batch whose steps sum up what these act by on the way, and act some
/// steps later, so that nothing waits for the sums.
struct DelayedCoupling {
    CouplingArgs args;
    DelayedThermostat thermostat;
    CellRescaling barostat; ///< where args.barostat has steps
    ObservedSums* now;      ///< of this rank's atoms, for the barostat
    /// What the thermostat's action by the sums of a step follows from, as far as it is known
    /// before them: found while the step is done.
    DelayedThermostat::Prepared prepared{};
    Step prepared_for = -1;

    /// Of a thermostat and a barostat; nothing where one of them cannot wait.
    static std::optional<DelayedCoupling> of(const CouplingArgs& args,
                                             const std::optional<AnyThermostat>& thermostat,
                                             const AnyBarostat& barostat, ObservedSums* now) {
        constexpr std::int64_t least = 2; // sums, then the action, then the step that it comes on
        const auto heat = DelayedThermostat::of(thermostat);
        const auto* box = std::get_if<CellRescaling>(&barostat);
        const bool rescales = args.barostat.every > 0;
        if (args.place == nullptr || args.delay < least || !heat) return std::nullopt;
        if (rescales && (box == nullptr || box->coupling == BoxCoupling::full)) return std::nullopt;
        return DelayedCoupling{args, *heat, rescales ? *box : CellRescaling{}, now};
    }
};

/// What steps need that sum up and act on the way. All of it lies in the memory of the device, as
/// calls that take the address of an argument of a kernel would copy it, for each thread.
struct CoupledSteps {
    DelayedCoupling* coupling;
    DeviceCoupling* place;
    ObservedSums* now;  ///< as that of the coupling
    const double* mass; ///< of each type
};

} // namespace mdsim
