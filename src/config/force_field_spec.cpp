// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "config/config_check.hpp"
#include "config/pair_ends.hpp"

namespace mdsim {
namespace {

std::optional<MixingRule> mixing_rule(Mixing mixing) {
    switch (mixing) {
    case Mixing::none:
        break;
    case Mixing::arithmetic:
        return MixingRule::arithmetic;
    case Mixing::geometric:
        return MixingRule::geometric;
    case Mixing::sixth_power:
        return MixingRule::sixth_power;
    }
    return std::nullopt;
}

/// The interaction of a potential; none for type = "none".
std::optional<PairInteraction> interaction_of(const PotentialChoice& potential,
                                              const PairEnd& end) {
    PairInteraction result;
    result.cutoff = end.cutoff.value_or(0);
    result.truncation = end.truncation;
    result.switch_from = end.switch_from.value_or(0);
    return std::visit(
        [&]<class Params>(const Params& params) -> std::optional<PairInteraction> {
            if constexpr (std::is_same_v<Params, NoInteraction>) {
                return std::nullopt;
            } else {
                result.params = params;
                return result;
            }
        },
        potential);
}

} // namespace

ForceFieldSpec force_field_spec(const PairSettings& pair, const std::vector<std::string>& species,
                                std::vector<Diagnostic>& errors) {
    ForceFieldSpec spec;
    spec.species = species;
    spec.mixing = mixing_rule(pair.mixing);
    spec.tail_correction = pair.tail_correction;
    const std::vector<PairEnd> ends = pair_ends(pair);
    for (std::size_t i = 0; i < pair.potentials.size(); ++i) {
        const PotentialSettings& potential = pair.potentials[i];
        PairEntry entry;
        entry.where = fmt::format("pair.potential.{}", i);
        if (potential.species.size() != 2) {
            continue; // reported by check_pair
        }
        bool known = true;
        for (int side = 0; side < 2; ++side) {
            const std::string& name = potential.species[static_cast<std::size_t>(side)];
            const auto found = std::find(species.begin(), species.end(), name);
            (side == 0 ? entry.a : entry.b) = static_cast<TypeId>(found - species.begin());
            if (found != species.end()) continue;
            if (known || name != potential.species.front())
                errors.push_back({entry.where + ".species", species_advice(species, name)});
            known = false;
        }
        if (known) {
            entry.interaction = interaction_of(potential.potential, ends[i]);
            spec.pairs.push_back(std::move(entry));
        }
    }
    return spec;
}

} // namespace mdsim
