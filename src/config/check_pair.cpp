// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "config/config_check.hpp"
#include "config/pair_ends.hpp"

namespace mdsim {
namespace {

/// That an entry names two species.
void check_names(const std::vector<std::string>& species, const std::string& key,
                 std::vector<Diagnostic>& errors) {
    if (species.size() != 2) {
        errors.push_back({key + ".species", fmt::format("found a list of {}; expected two names, "
                                                        "[\"A\", \"B\"]",
                                                        species.size())});
    }
}

/// The species of one [[many_body]]; what files say of them is checked when they are read.
void check_functional(const FunctionalSettings& settings, const std::string& key,
                      std::vector<Diagnostic>& errors) {
    if (!serves_many_species(settings.functional))
        return check_names(settings.species, key, errors);
    if (settings.species.empty())
        errors.push_back({key + ".species", "names no species; expected at least one"});
    for (auto name = settings.species.begin(); name != settings.species.end(); ++name) {
        if (std::find(settings.species.begin(), name, *name) != name)
            errors.push_back({key + ".species", fmt::format("names \"{}\" twice", *name)});
    }
}

/// What one potential lacks by itself; the potentials together are checked by the force field.
void check_potential(const PotentialSettings& potential, const PairEnd& end, const std::string& key,
                     std::vector<Diagnostic>& errors) {
    check_names(potential.species, key, errors);
    if (!interacts(potential.potential)) {
        return;
    }
    if (!end.cutoff) {
        errors.push_back(
            {key + ".cutoff", "the potential has no cutoff; add `cutoff` here or in [pair]"});
    }
    const bool smooth = end.truncation == Truncation::smooth;
    if (smooth && !end.switch_from) {
        errors.push_back(
            {key + ".switch_from",
             fmt::format("truncation = \"{}\" needs this key, here or in [pair], below "
                         "the cutoff",
                         enum_name(end.truncation))});
    }
    if (!smooth && potential.switch_from) {
        errors.push_back({key + ".switch_from",
                          fmt::format("has a meaning only with truncation = \"{}\"; found \"{}\"",
                                      enum_name(Truncation::smooth), enum_name(end.truncation))});
    }
}

bool any_smooth(const PairSettings& pair) {
    for (const PotentialSettings& potential : pair.potentials) {
        if (potential.truncation == Truncation::smooth) {
            return true;
        }
    }
    return pair.truncation == Truncation::smooth;
}

} // namespace

void check_pair(const Config& config, std::vector<Diagnostic>& errors) {
    const PairSettings& pair = config.pair;
    const std::size_t before = errors.size();
    if (pair.potentials.empty() && config.functionals.empty()) {
        errors.push_back({"pair", "nothing acts on the atoms; give each pair of species a "
                                  "[[pair.potential]], or a [[many_body]]"});
        return;
    }
    for (std::size_t i = 0; i < config.functionals.size(); ++i) {
        check_functional(config.functionals[i], fmt::format("many_body.{}", i), errors);
    }
    const std::vector<PairEnd> ends = pair_ends(pair);
    for (std::size_t i = 0; i < pair.potentials.size(); ++i) {
        check_potential(pair.potentials[i], ends[i], fmt::format("pair.potential.{}", i), errors);
    }
    if (pair.switch_from && !any_smooth(pair)) {
        errors.push_back(
            {"pair.switch_from", fmt::format("has a meaning only with truncation = \"{}\"",
                                             enum_name(Truncation::smooth))});
    }
    if (config.species.empty()) {
        return; // the structure file names the species: checked when it is read
    }
    std::vector<std::string> names = species_names(config.species);
    const ForceFieldSpec spec = force_field_spec(config, names, errors);
    std::sort(names.begin(), names.end());
    const bool doubled = std::adjacent_find(names.begin(), names.end()) != names.end();
    if (doubled ||
        errors.size() > before) { // two species of one name are reported by check_species
        return;
    }
    for (Diagnostic& error : ForceField::errors(spec)) {
        errors.push_back({error.where.empty() ? "pair" : error.where, std::move(error.message)});
    }
}

} // namespace mdsim
