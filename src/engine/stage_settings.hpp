// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/field.hpp"
#include "core/step_series.hpp"
#include "engine/barostat_settings.hpp"
#include "engine/deform_settings.hpp"
#include "engine/minimize_settings.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// How particles move in a stage.
enum class Ensemble {
    nve,
    langevin,
    andersen,
    nose_hoover,
    velocity_rescaling,
    berendsen,
    minimize ///< no dynamics: atoms fall to where no force acts on them
};

constexpr EnumNames<Ensemble, 7> enum_names(Ensemble) {
    return {{{"nve", Ensemble::nve},
             {"langevin", Ensemble::langevin},
             {"andersen", Ensemble::andersen},
             {"nose_hoover", Ensemble::nose_hoover},
             {"velocity_rescaling", Ensemble::velocity_rescaling},
             {"berendsen", Ensemble::berendsen},
             {"minimize", Ensemble::minimize}}};
}

/// What to say to the names that other programs give to ensembles; empty for any other word.
constexpr std::string_view meant_by(Ensemble, std::string_view word) {
    const auto begins = [&](std::string_view lower, std::string_view upper) {
        return word.starts_with(lower) || word.starts_with(upper);
    };
    if (begins("np", "NP"))
        return "constant pressure is [stage.barostat] beside \"langevin\", \"nose_hoover\" or "
               "\"velocity_rescaling\" for the temperature";
    if (word == "nhc" || word == "NHC") return "did you mean \"nose_hoover\"?";
    if (word == "NVE") return "did you mean \"nve\"?";
    if (begins("nv", "NV") && word.size() == 3)
        return "constant temperature is \"langevin\" (with friction), \"nose_hoover\" or "
               "\"velocity_rescaling\" (with relaxation_time)";
    if (begins("min", "Min") || word == "cg" || word == "fire" || word == "sd" || word == "steep")
        return "did you mean \"minimize\"? Its method is FIRE";
    if (word == "v_rescale" || word == "v-rescale" || word == "csvr" || word == "bussi")
        return "did you mean \"velocity_rescaling\"?";
    if (word == "gaussian" || word == "isokinetic" || word == "dpd")
        return "the thermostats are \"langevin\" (with friction), \"andersen\" (with "
               "collision_frequency), \"nose_hoover\", \"velocity_rescaling\" and \"berendsen\" "
               "(with relaxation_time)";
    return {};
}

/// Whether a thermostat acts on the velocities of all atoms at once.
inline bool has_thermostat(Ensemble ensemble) { return is_thermostat(enum_name(ensemble)); }

/// Whether noise acts on atoms: it conserves nothing, and changes how atoms diffuse.
constexpr bool has_noise(Ensemble ensemble) {
    return ensemble == Ensemble::langevin || ensemble == Ensemble::andersen;
}

/// Whether the momentum of all atoms stays what it is; noise pushes them about as a whole.
constexpr bool keeps_momentum(Ensemble ensemble) { return !has_noise(ensemble); }

/// The degrees of freedom of so many atoms: where the momentum of all is kept, those of the whole
/// do not count.
constexpr double degrees_of_freedom(Ensemble ensemble, std::int64_t atoms) {
    const auto all = static_cast<double>(3 * atoms);
    return keeps_momentum(ensemble) && atoms > 1 ? all - 3 : all;
}

/// Whether the energy, with what thermostats and barostats took of it, stays what it is.
constexpr bool conserves_energy(Ensemble ensemble) {
    return !has_noise(ensemble) && ensemble != Ensemble::minimize;
}

/// One [[stage]]; stages follow each other in the order of the input.
struct StageSettings {
    std::string name;
    Ensemble ensemble = Ensemble::nve;
    std::int64_t steps = 0;
    double time_step = 0;                      ///< [time]
    std::optional<double> temperature;         ///< k_B T [energy]
    std::optional<double> temperature_end;     ///< k_B T at the last step [energy]
    std::optional<double> friction;            ///< [1 / time]
    std::optional<double> collision_frequency; ///< [1 / time]
    std::optional<double> relaxation_time;     ///< [time]
    std::optional<int> chain_length;           ///< 3 if absent
    std::optional<int> couple_every;           ///< 1 if absent
    std::optional<int> couple_delay;           ///< if absent, see coupling_delay()
    std::vector<DeformSettings> deform;        ///< of the box
    std::optional<BarostatSettings> barostat;
    std::optional<MinimizeSettings> minimize;
    std::int64_t remove_drift_every = 0;
    std::optional<std::int64_t> trajectory_every;
    std::optional<std::int64_t> thermo_every;
    std::optional<std::int64_t> checkpoint_every;
    bool rdf = true;

    /// The thermostat that acts on the velocities of all atoms at once, if the stage has one.
    std::optional<AnyThermostat> thermostat() const {
        return make_thermostat(enum_name(ensemble), {relaxation_time.value_or(0), chain_links()});
    }

    /// Thermostats in the chain of nose_hoover.
    int chain_links() const { return chain_length.value_or(ThermostatSettings{}.chain_length); }

    /// Steps between two actions of a thermostat.
    int coupling_interval() const { return couple_every.value_or(1); }

    /// Whether a piston with a mass keeps the pressure: the thermostat acts in the middle of it.
    bool has_piston() const { return barostat && barostat->type == BarostatKind::mtk; }

    /// Whether thermostat and barostat may act by sums of some steps before: they are of first
    /// order in time, and do so `least` steps from each other or more, the one on steps of the
    /// other.
    bool may_delay(int least) const;

    /// The steps from the one whose sums thermostat and barostat act by to the one on which they
    /// act. If the input does not say, it is 3 where devices need not wait for actions then, and
    /// distributions change hardly: see delays_by_itself().
    int coupling_delay() const { return couple_delay.value_or(delays_by_itself() ? 3 : 0); }
    /// Whether thermostat and barostat act every 10 to 32 steps, by sums that steps take on the
    /// way.
    bool delays_by_itself() const;

    /// Its steps, counted from the beginning of the stage, whose sums a thermostat acts by, not
    /// within a piston.
    StepSeries coupled_steps() const {
        return {0, has_thermostat(ensemble) && !has_piston() ? coupling_interval() : 0};
    }

    /// Those whose sums a barostat acts by.
    StepSeries rescaled_steps() const { return {0, barostat ? barostat->interval() : 0}; }

    /// Whether the box may become another.
    bool changes_box() const {
        return !deform.empty() || barostat.has_value() || (minimize && minimize->changes_box());
    }

    /// Whether what the stage conserves should stay what it is as long as the stage lasts: nothing
    /// is asked to change on the way, and no barostat estimates its work.
    bool keeps_energy() const {
        const bool box = !changes_box() || (has_piston() && !barostat->pressure_end);
        return conserves_energy(ensemble) && !temperature_end && box;
    }

    static constexpr auto fields() {
        using S = StageSettings;
        return std::make_tuple(
            field("name", &S::name, "what the log calls the stage, and --set", free_on_resume()),
            field("ensemble", &S::ensemble,
                  "nve keeps the energy; langevin, andersen, nose_hoover and velocity_rescaling "
                  "keep the temperature; berendsen reaches one, and samples no ensemble; minimize "
                  "brings atoms to rest where no force acts on them",
                  required()),
            field("steps", &S::steps, Dimension::none, at_least(0),
                  "number of time steps; of minimize the largest, as it skips those that it does "
                  "not need",
                  required()),
            field("time_step", &S::time_step, Dimension::time, positive(),
                  "simulated time of one step; minimize begins with it, and takes up to ten times "
                  "as much",
                  required()),
            field("temperature", &S::temperature, Dimension::temperature, at_least(0),
                  "temperature that the thermostat keeps"),
            field("temperature_end", &S::temperature_end, Dimension::temperature, at_least(0),
                  "temperature at the end of the stage, reached linearly from `temperature`"),
            field("friction", &S::friction, Dimension::none, positive(),
                  "langevin: rate at which velocities are forgotten [1/time]"),
            field("collision_frequency", &S::collision_frequency, Dimension::none, positive(),
                  "andersen: how often an atom takes a new velocity [1/time]"),
            field("relaxation_time", &S::relaxation_time, Dimension::time, positive(),
                  "nose_hoover: the t in the thermostat's mass N k T t^2; the temperature "
                  "oscillates with a period of about 5 t. velocity_rescaling, berendsen: the time "
                  "in which the kinetic energy relaxes. At least twice the time between two "
                  "actions of "
                  "the thermostat"),
            field("chain_length", &S::chain_length, Dimension::none, between(1, longest_chain),
                  "nose_hoover: number of thermostats in the chain; if absent, 3"),
            field("couple_every", &S::couple_every, Dimension::none, between(1, 1000),
                  "nose_hoover, velocity_rescaling, berendsen: steps between two actions of the "
                  "thermostat; "
                  "at most those of the stage; if absent, 1"),
            field(
                "couple_delay", &S::couple_delay, Dimension::none, between(0, 10),
                "steps from the one whose kinetic energy and pressure velocity_rescaling, "
                "berendsen and cell_rescaling act by to the one on which they act; they must act "
                "less often than that; if absent, 3 where they do so every 10 to 32 steps, without "
                "noise, otherwise 0"),
            field("deform", &S::deform,
                  "how the box changes, and atoms with it: one entry for each component of the "
                  "strain"),
            field("barostat", &S::barostat, "the box follows the pressure"),
            field("minimize", &S::minimize, "when a descent ends; needed with minimize"),
            field("remove_drift_every", &S::remove_drift_every, Dimension::none, at_least(0),
                  "steps between removals of the centre-of-mass motion; 0: never"),
            field("trajectory_every", &S::trajectory_every, Dimension::none, at_least(0),
                  "replaces trajectory.every in this stage", free_on_resume()),
            field("thermo_every", &S::thermo_every, Dimension::none, at_least(0),
                  "replaces thermo.every in this stage", free_on_resume()),
            field("checkpoint_every", &S::checkpoint_every, Dimension::none, at_least(0),
                  "replaces checkpoint.every in this stage", free_on_resume()),
            field(
                "rdf", &S::rdf,
                "false: [rdf] takes no samples in this stage; it takes none while atoms fall to a "
                "minimum",
                free_on_resume()));
    }
};

inline bool StageSettings::may_delay(int least) const {
    const bool heat = has_thermostat(ensemble);
    if ((!heat && !barostat) || ensemble == Ensemble::nose_hoover || has_piston()) return false;
    const int of_heat = heat ? coupling_interval() : barostat->interval();
    const int of_box = barostat ? barostat->interval() : of_heat;
    return of_heat >= least && of_box >= least && (of_heat % of_box == 0 || of_box % of_heat == 0);
}

inline bool StageSettings::delays_by_itself() const {
    constexpr int most = 32;
    const bool often = (!has_thermostat(ensemble) || coupling_interval() <= most) &&
                       (!barostat || barostat->interval() <= most);
    return may_delay(10) && often && !has_noise(ensemble);
}

} // namespace mdsim
