// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <tuple>

#include "core/field.hpp"
#include "engine/box_coupling_names.hpp"
#include "physics/coupling/cell_rescaling.hpp"
#include "physics/coupling/thermostat_settings.hpp"

namespace mdsim {

/// What keeps the pressure.
enum class BarostatKind { cell_rescaling, mtk, berendsen };

constexpr EnumNames<BarostatKind, 3> enum_names(BarostatKind) {
    return {{{"cell_rescaling", BarostatKind::cell_rescaling},
             {"mtk", BarostatKind::mtk},
             {"berendsen", BarostatKind::berendsen}}};
}

/// What to say to the names that other programs give to barostats; empty for any other word.
constexpr std::string_view meant_by(BarostatKind, std::string_view word) {
    if (word == "c_rescale" || word == "c-rescale" || word == "C-rescale" || word == "crescale")
        return "did you mean \"cell_rescaling\"?";
    if (word == "MTK" || word == "MTTK" || word == "mttk" || word == "nose_hoover")
        return "did you mean \"mtk\"?";
    if (word == "parrinello_rahman" || word == "Parrinello-Rahman" || word == "monte_carlo")
        return "it is not in this version; \"cell_rescaling\" and \"mtk\" sample the same ensemble";
    return {};
}

/// [stage.barostat]: the box of a stage follows the pressure.
struct BarostatSettings {
    BarostatKind type = BarostatKind::cell_rescaling;
    double pressure = 0;                   ///< [energy / length^3]
    std::optional<double> pressure_end;    ///< at the last step [energy / length^3]
    double relaxation_time = 0;            ///< [time]
    std::optional<double> compressibility; ///< [length^3 / energy]
    BoxCoupling coupling = BoxCoupling::isotropic;
    std::optional<int> couple_every; ///< 10 if absent; mtk acts on every step
    std::optional<int> chain_length; ///< of mtk; 3 if absent

    /// Steps between two actions.
    int interval() const { return type == BarostatKind::mtk ? 1 : couple_every.value_or(10); }
    /// Thermostats of the piston of mtk.
    int chain_links() const { return chain_length.value_or(ThermostatSettings{}.chain_length); }

    static constexpr auto fields() {
        using S = BarostatSettings;
        return std::make_tuple(
            field("type", &S::type,
                  "cell_rescaling samples the ensemble of constant pressure, and so does mtk, a "
                  "piston with a mass that acts on every step; berendsen reaches a pressure, and "
                  "samples no ensemble"),
            field("pressure", &S::pressure, Dimension::pressure, any(),
                  "pressure that the barostat keeps", required()),
            field("pressure_end", &S::pressure_end, Dimension::pressure, any(),
                  "pressure at the end of the stage, reached linearly from `pressure`"),
            field(
                "relaxation_time", &S::relaxation_time, Dimension::time, positive(),
                "time in which the volume relaxes, if `compressibility` is right; of mtk the t in "
                "the mass (f + 3) k T t^2 of the piston, of f degrees of freedom. At least ten "
                "times the time between two actions, of mtk a hundred time steps",
                required()),
            field("compressibility", &S::compressibility, Dimension::inverse_pressure, positive(),
                  "of the material, about: a wrong one changes how fast the volume relaxes and "
                  "nothing else, and not for mtk; if absent, 0.05 for lj, 1e-6 bar-1 for metal, "
                  "that of water for "
                  "real and nano"),
            field("coupling", &S::coupling,
                  "isotropic: all edges change together; semi_isotropic: those along x and y; "
                  "anisotropic: each by itself; full: angles, too, for crystals"),
            field("couple_every", &S::couple_every, Dimension::none, between(1, 1000),
                  "steps between two actions; if absent, 10. mtk acts on every step"),
            field("chain_length", &S::chain_length, Dimension::none, between(1, longest_chain),
                  "mtk: thermostats of the piston; if absent, 3"));
    }
};

} // namespace mdsim
