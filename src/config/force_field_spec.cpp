// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
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

/// Fills in what a potential asks of the rest of the input; returns what is wrong with it.
template <class Params> std::string completed(Params& params, const PairContext& context) {
    std::string fault;
    if constexpr (requires { complete(params, context); }) fault = complete(params, context);
    if constexpr (requires { fault_of(params); })
        if (fault.empty()) fault = fault_of(params);
    return fault;
}

/// The interaction of a potential; none for type = "none", and where there is a fault.
std::optional<PairInteraction> interaction_of(const PotentialChoice& potential, const PairEnd& end,
                                              const PairContext& context, std::string& fault) {
    PairInteraction result;
    result.cutoff = end.cutoff.value_or(0);
    result.truncation = end.truncation;
    result.switch_from = end.switch_from.value_or(0);
    return std::visit(
        [&]<class Params>(const Params& params) -> std::optional<PairInteraction> {
            if constexpr (std::is_same_v<Params, NoInteraction>) {
                return std::nullopt;
            } else if constexpr (is_sampled<Params>) {
                Params whole = params;
                fault = completed(whole, context);
                if (!fault.empty()) return std::nullopt;
                TableParams table;
                table.formula = formula_of(whole);
                result.params = table;
                return result;
            } else {
                result.params = params;
                return result;
            }
        },
        potential);
}

/// Types of the species that an entry names; none if one is unknown.
std::optional<std::vector<TypeId>> types_of(const std::vector<std::string>& named,
                                            const std::string& where,
                                            const std::vector<std::string>& species,
                                            std::vector<Diagnostic>& errors) {
    std::vector<TypeId> types;
    for (auto name = named.begin(); name != named.end(); ++name) {
        const auto found = std::find(species.begin(), species.end(), *name);
        types.push_back(static_cast<TypeId>(found - species.begin()));
        const bool reported = std::find(named.begin(), name, *name) != name;
        if (found == species.end() && !reported)
            errors.push_back({where + ".species", species_advice(species, *name)});
    }
    const bool known = std::find(types.begin(), types.end(), species.size()) == types.end();
    return known ? std::optional(types) : std::nullopt;
}

/// Adds the entries of one [[many_body]], whose species have these types: one of each pair.
void add_entries(const FunctionalSettings& settings, const std::string& where,
                 const std::vector<TypeId>& types, std::vector<FunctionalEntry>& entries) {
    std::visit(
        [&]<class Params>(const Params& params) {
            if constexpr (has_pairs<Params>) {
                for (std::size_t a = 0; a < types.size(); ++a)
                    for (std::size_t b = a; b < types.size(); ++b)
                        entries.push_back({where, types[a], types[b], of_pair(params, a, b)});
            } else if (types.size() == 2) { // else reported by check_pair
                entries.push_back({where, types[0], types[1], params});
            }
        },
        settings.functional);
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
    // Constants of another system are reported by check_run.
    const bool known = has_constants(sections.units.constants, sections.units.system);
    const Units units = known ? sections.conversions() : Units(sections.units.system);
    for (std::size_t i = 0; i < pair.potentials.size(); ++i) {
        const PotentialSettings& potential = pair.potentials[i];
        const std::string where = fmt::format("pair.potential.{}", i);
        if (potential.species.size() != 2) continue; // reported by check_pair
        const auto types = types_of(potential.species, where, species, errors);
        if (!types) continue;
        const std::array<std::string, 2> names{potential.species[0], potential.species[1]};
        std::string fault;
        const auto interaction =
            interaction_of(potential.potential, ends[i], PairContext{units, names}, fault);
        if (!fault.empty()) errors.push_back({where, fault});
        spec.pairs.push_back({where, (*types)[0], (*types)[1], interaction});
    }
    for (std::size_t i = 0; i < sections.functionals.size(); ++i) {
        const FunctionalSettings& settings = sections.functionals[i];
        const std::string where = fmt::format("many_body.{}", i);
        if (const auto types = types_of(settings.species, where, species, errors))
            add_entries(settings, where, *types, spec.functionals);
    }
    return spec;
}

} // namespace mdsim
