// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
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

/// Types of the two species that an entry names, if it names two and both are known.
std::optional<std::pair<TypeId, TypeId>> types_of(const std::vector<std::string>& named,
                                                  const std::string& where,
                                                  const std::vector<std::string>& species,
                                                  std::vector<Diagnostic>& errors) {
    if (named.size() != 2) return std::nullopt; // reported by check_pair
    TypeId types[2] = {};
    bool known = true;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto found = std::find(species.begin(), species.end(), named[side]);
        types[side] = static_cast<TypeId>(found - species.begin());
        if (found != species.end()) continue;
        if (known || named[side] != named.front())
            errors.push_back({where + ".species", species_advice(species, named[side])});
        known = false;
    }
    return known ? std::optional(std::pair(types[0], types[1])) : std::nullopt;
}

} // namespace

ForceFieldSpec force_field_spec(const SystemSections& sections,
                                const std::vector<std::string>& species,
                                std::vector<Diagnostic>& errors) {
    const PairSettings& pair = sections.pair;
    ForceFieldSpec spec;
    spec.species = species;
    spec.mixing = mixing_rule(pair.mixing);
    spec.tail_correction = pair.tail_correction;
    const std::vector<PairEnd> ends = pair_ends(pair);
    for (std::size_t i = 0; i < pair.potentials.size(); ++i) {
        const PotentialSettings& potential = pair.potentials[i];
        const std::string where = fmt::format("pair.potential.{}", i);
        if (const auto types = types_of(potential.species, where, species, errors))
            spec.pairs.push_back(
                {where, types->first, types->second, interaction_of(potential.potential, ends[i])});
    }
    for (std::size_t i = 0; i < sections.functionals.size(); ++i) {
        const FunctionalSettings& settings = sections.functionals[i];
        const std::string where = fmt::format("many_body.{}", i);
        if (const auto types = types_of(settings.species, where, species, errors))
            spec.functionals.push_back({where, types->first, types->second, settings.functional});
    }
    return spec;
}

} // namespace mdsim
