// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/force_field_resolver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>

#include "core/contract.hpp"
#include "physics/functional/functional_resolver.hpp"
#include "physics/pair/float_range.hpp"
#include "physics/pair/join_entries.hpp"

namespace mdsim {

namespace {

/// Errors that are listed: pairs are many, and most have the same remedy.
constexpr std::size_t most_faults = 20;

/// A float counts the samples of all tables.
constexpr std::size_t most_samples = std::size_t{1} << 24;

/// Whether constants became zero, though the potential has a core.
template <class Params, class Constants>
bool vanished(const Params& p, const Constants& constants) {
    if (PairPotential<Params, double>::uses_samples) return false; // their first place is zero
    const bool core = scale_or_none(p, cutoff_limit(p)).core_distance() > 0;
    return core &&
           std::find(std::begin(constants), std::end(constants), 0.0) != std::end(constants);
}

/// Whether the constants of a potential and its samples fit; adds the number of samples to the
/// count.
template <class Params> bool constants_fit_float(const Params& p, std::size_t& sample_count) {
    std::vector<double> samples;
    const auto potential = make_potential<double>(p, samples);
    sample_count += samples.size();
    const auto constants = constants_of(potential);
    if (vanished(p, constants.value)) return false;
    for (const double constant : constants.value) {
        if (!fits_float(constant)) return false;
    }
    for (const double sample : samples) {
        if (!(std::abs(sample) <= std::numeric_limits<float>::max())) return false;
    }
    return true;
}

/// Of a sum, whether those of its parts do.
template <class A, class B>
bool constants_fit_float(const SumParams<A, B>& p, std::size_t& sample_count) {
    const bool first = constants_fit_float(p.first, sample_count);
    return constants_fit_float(p.second, sample_count) && first;
}

std::string why_not_mixed(const std::string& a, const std::string& b) {
    return a == b ? fmt::format("potential '{}' has no mixing rule", a)
                  : fmt::format("potentials '{}' and '{}' differ", a, b);
}

class Resolver {
  public:
    explicit Resolver(const ForceFieldSpec& spec)
        : spec_(spec), types_(spec.species.size()), said_(types_ * types_, false) {
        result_.table.resize(types_ * types_);
    }

    ResolvedPairs resolve() {
        take_functionals();
        const JoinedEntries joined = join_entries(spec_);
        for (const Diagnostic& fault : joined.errors) error(fault.where, fault.message);
        for (const PairEntry& entry : joined.pairs) place(entry);
        if (sample_count_ >= most_samples)
            error("",
                  fmt::format("the tables of all pairs need {} numbers, {} are allowed; use fewer "
                              "or shorter tables",
                              sample_count_, most_samples));
        for (std::size_t a = 0; a < types_; ++a) {
            for (std::size_t b = a; b < types_; ++b) {
                if (!said_[index(a, b)]) derive(a, b);
            }
        }
        if (more_errors_ > 0)
            result_.errors.push_back(
                {"", fmt::format("{} more errors of pairs are not listed", more_errors_)});
        return std::move(result_);
    }

  private:
    std::size_t index(std::size_t a, std::size_t b) const { return a * types_ + b; }

    std::string name(std::size_t a, std::size_t b) const {
        return fmt::format("{}-{}", spec_.species[a], spec_.species[b]);
    }

    void error(const std::string& where, std::string message) {
        if (result_.errors.size() < most_faults)
            result_.errors.push_back({where, std::move(message)});
        else
            ++more_errors_;
    }

    /// Pairs that a functional serves need no potential.
    void take_functionals() {
        ResolvedFunctionals resolved = resolve_functionals(spec_);
        for (Diagnostic& fault : resolved.errors) error(fault.where, std::move(fault.message));
        for (std::size_t pair = 0; pair < resolved.table.size(); ++pair)
            said_[pair] = resolved.table[pair].has_value();
        result_.functionals = std::move(resolved.table);
    }

    void set(std::size_t a, std::size_t b, const std::optional<PairInteraction>& interaction) {
        MDSIM_EXPECT(!said_[index(a, b)]);
        result_.table[index(a, b)] = result_.table[index(b, a)] = interaction;
        said_[index(a, b)] = said_[index(b, a)] = true;
    }

    void place(const PairEntry& entry) {
        if (!result_.functionals.empty() && result_.functionals[index(entry.a, entry.b)]) {
            error(entry.where,
                  fmt::format("pair {} has a [[many_body]] too, which is all that acts on it; keep "
                              "one of the entries",
                              name(entry.a, entry.b)));
            return;
        }
        PairEntry sampled = entry;
        const bool fits = sample(sampled);
        set(entry.a, entry.b, sampled.interaction);
        if (entry.interaction && fits) {
            check_range(sampled);
            check_potential(sampled);
        }
    }

    /// Makes numbers of formulas, where the cutoff is one; returns whether it could.
    bool sample(PairEntry& entry) {
        if (!entry.interaction) return true;
        const double cutoff = entry.interaction->cutoff;
        if (!(cutoff > 0 && std::isfinite(cutoff))) return true; // reported by check_range
        const std::string fault =
            std::visit([&](auto& params) { return sample_if_formula(params, cutoff); },
                       entry.interaction->params);
        if (!fault.empty())
            error(entry.where, fmt::format("pair {}: {}", name(entry.a, entry.b), fault));
        return fault.empty();
    }

    void check_range(const PairEntry& entry) {
        const PairInteraction& pair = *entry.interaction;
        const std::string who = name(entry.a, entry.b);
        if (!(pair.cutoff > 0 && std::isfinite(pair.cutoff)))
            error(entry.where,
                  fmt::format("pair {}: cutoff = {} must be positive", who, pair.cutoff));
        if (pair.truncation == Truncation::smooth &&
            !(pair.switch_from >= 0 && pair.switch_from < pair.cutoff))
            error(entry.where,
                  fmt::format("pair {}: switch_from = {} must lie between 0 and cutoff = {}", who,
                              pair.switch_from, pair.cutoff));
        const double limit =
            std::visit([](const auto& params) { return cutoff_limit(params); }, pair.params);
        if (pair.cutoff > limit)
            error(entry.where,
                  fmt::format(
                      "pair {}: cutoff = {} is beyond the range of the potential, which ends at {}",
                      who, pair.cutoff, limit));
    }

    void check_potential(const PairEntry& entry) {
        const PairInteraction& pair = *entry.interaction;
        const std::string who = name(entry.a, entry.b);
        std::visit(
            [&](const auto& params) {
                if (spec_.tail_correction && !tail_is_known(params))
                    error(entry.where,
                          fmt::format("pair {}: potential '{}' has no tail correction; set "
                                      "tail_correction = false",
                                      who, potential_name(params)));
                if (pair.cutoff > 0 && cutoff_limit(params) > 0 &&
                    !constants_fit_float(params, sample_count_))
                    error(entry.where,
                          fmt::format(
                              "pair {}: the constants of potential '{}' are too large or too small "
                              "for single precision; choose another system of units",
                              who, potential_name(params)));
            },
            pair.params);
        if (spec_.tail_correction && pair.truncation != Truncation::cut)
            error(entry.where,
                  fmt::format(
                      "pair {}: truncation = \"{}\" changes the potential inside the cutoff, so a "
                      "tail correction does not belong to it; set tail_correction = false "
                      "or truncation = \"cut\"",
                      who, enum_name(pair.truncation)));
    }

    void derive(std::size_t a, std::size_t b) {
        const std::string who = name(a, b);
        const std::string remedy =
            fmt::format("add a [[pair.potential]] with species = [\"{}\", \"{}\"]",
                        spec_.species[a], spec_.species[b]);
        if (a == b || !spec_.mixing) {
            error("", fmt::format("pair {} has no potential; {}{}", who, remedy,
                                  a == b ? "" : ", or choose a mixing rule"));
            return;
        }
        if (!said_[index(a, a)] || !said_[index(b, b)]) return; // reported for the like pair
        const auto& first = result_.table[index(a, a)];
        const auto& second = result_.table[index(b, b)];
        if (!first || !second || first->params.index() != second->params.index() ||
            first->truncation != second->truncation) {
            error("", fmt::format("pair {} cannot be mixed, as {} and {} differ in potential or "
                                  "truncation; {}",
                                  who, name(a, a), name(b, b), remedy));
            return;
        }
        mix_pair(a, b, *first, *second);
    }

    /// Cutoffs are mixed like the lengths of the potential, so that equal cutoffs stay what they
    /// are and cutoffs in units of sigma stay in proportion.
    void mix_pair(std::size_t a, std::size_t b, const PairInteraction& first,
                  const PairInteraction& second) {
        const MixingRule rule = *spec_.mixing;
        const auto mixed_or_same = [&](double x, double y) {
            return x == y ? x : mixed_length(x, y, rule);
        };
        PairInteraction mixed = first;
        mixed.cutoff = mixed_or_same(first.cutoff, second.cutoff);
        mixed.switch_from = mixed_or_same(first.switch_from, second.switch_from);
        std::visit(
            [&](const auto& params) {
                using Params = std::decay_t<decltype(params)>;
                const auto both = mixed_or_none(params, std::get<Params>(second.params), rule);
                if (both)
                    mixed.params = *both;
                else
                    error("", fmt::format(
                                  "pair {} cannot be mixed: {}; add a [[pair.potential]] "
                                  "with species = [\"{}\", \"{}\"]",
                                  name(a, b),
                                  why_not_mixed(potential_name(params),
                                                potential_name(std::get<Params>(second.params))),
                                  spec_.species[a], spec_.species[b]));
            },
            first.params);
        PairEntry entry{"", static_cast<TypeId>(a), static_cast<TypeId>(b), mixed};
        sample(entry);
        set(a, b, entry.interaction);
    }

    const ForceFieldSpec& spec_;
    std::size_t types_;
    std::vector<bool> said_;
    std::size_t sample_count_ = 0;
    std::size_t more_errors_ = 0; ///< beside those that are listed
    ResolvedPairs result_;
};

} // namespace

ResolvedPairs resolve_pairs(const ForceFieldSpec& spec) { return Resolver(spec).resolve(); }

} // namespace mdsim
