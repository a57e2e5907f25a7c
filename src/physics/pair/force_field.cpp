// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/force_field.hpp"

#include <algorithm>
#include <memory>
#include <numbers>
#include <utility>
#include <variant>

#include "core/contract.hpp"
#include "physics/pair/force_field_resolver.hpp"

namespace mdsim {

namespace {

/// What the pair's truncation takes off its potential.
CutoffEdge edge_of(const PairInteraction& pair) {
    CutoffEdge edge{pair.cutoff, pair.switch_from, {}};
    if (pair.truncation == Truncation::cut) return edge;
    edge.term = std::visit(
        [&](const auto& params) {
            std::vector<double> samples;
            const auto potential = make_potential<double>(params, samples);
            return evaluate_potential(potential, pair.cutoff * pair.cutoff, samples.data());
        },
        pair.params);
    return edge;
}

/// The potential of a pair with its truncation, as a function of r^2.
std::function<PairTerm<double>(double)> term_of(const PairInteraction& pair,
                                                const CutoffEdge& edge) {
    using Term = std::function<PairTerm<double>(double)>;
    const auto bind = [&](const auto& params) -> Term {
        auto samples = std::make_shared<std::vector<double>>();
        const auto potential = make_potential<double>(params, *samples);
        return with_truncation(potential, pair.truncation, edge,
                               [&](const auto& truncated) -> Term {
                                   return [truncated, samples](double r2) {
                                       return evaluate_potential(truncated, r2, samples->data());
                                   };
                               });
    };
    return std::visit(bind, pair.params);
}

} // namespace

PotentialScale scale_of(const PairInteraction& pair) {
    return std::visit([&](const auto& params) { return scale_or_none(params, pair.cutoff); },
                      pair.params);
}

std::vector<Diagnostic> ForceField::errors(const ForceFieldSpec& spec) {
    return resolve_pairs(spec).errors;
}

ForceField::ForceField(const ForceFieldSpec& spec)
    : types_(static_cast<TypeId>(spec.species.size())), tail_correction_(spec.tail_correction) {
    ResolvedPairs resolved = resolve_pairs(spec);
    if (!resolved.errors.empty()) throw InputError(std::move(resolved.errors));
    for (std::size_t i = 0; i < resolved.table.size(); ++i) {
        std::optional<PairInteraction>& interaction = resolved.table[i];
        Pair pair;
        if (!resolved.functionals.empty()) pair.functional = resolved.functionals[i];
        if (pair.functional) {
            pair.effective.emplace(*pair.functional);
            pair.acting = acting(*pair.functional);
        }
        if (interaction) {
            pair.edge = edge_of(*interaction);
            pair.term = term_of(*interaction, pair.edge);
            pair.interaction = std::move(interaction);
        }
        pairs_.push_back(std::move(pair));
    }
}

bool ForceField::has_clusters() const {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [](const Pair& pair) { return pair.acting && is_cluster(*pair.acting); });
}

bool ForceField::has_moments() const {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [](const Pair& pair) { return pair.acting && is_moment(*pair.acting); });
}

std::size_t ForceField::channel_width() const {
    if (has_clusters()) return cluster_channel_width;
    if (has_moments()) return moment_channel_width;
    return has_functionals() ? 1 : 0;
}

bool ForceField::has_functionals() const {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [](const Pair& pair) { return pair.functional.has_value(); });
}

double ForceField::cutoff(TypeId a, TypeId b) const {
    const Pair& pair = pairs_[index(a, b)];
    if (pair.effective) return pair.effective->cutoff();
    return pair.interaction ? pair.interaction->cutoff : 0;
}

double ForceField::largest_cutoff() const {
    double largest = 0;
    for (TypeId a = 0; a < types_; ++a) {
        for (TypeId b = 0; b < types_; ++b) largest = std::max(largest, cutoff(a, b));
    }
    return largest;
}

TailTerm ForceField::tail(const std::vector<std::int64_t>& count_of_type, double volume) const {
    MDSIM_REQUIRE(volume > 0);
    const TailTerm times_volume = tail_times_volume(count_of_type);
    return {times_volume.energy / volume, times_volume.virial / volume};
}

TailTerm ForceField::tail_times_volume(const std::vector<std::int64_t>& count_of_type) const {
    MDSIM_REQUIRE(count_of_type.size() == types_);
    TailTerm sum;
    if (!tail_correction_) return sum;
    for (TypeId a = 0; a < types_; ++a) {
        for (TypeId b = 0; b < types_; ++b) {
            const auto& pair = interaction(a, b);
            if (!pair) continue;
            const double pairs = 2 * std::numbers::pi * static_cast<double>(count_of_type[a]) *
                                 static_cast<double>(count_of_type[b]);
            std::visit(
                [&](const auto& params) {
                    if constexpr (has_tail<std::decay_t<decltype(params)>>) {
                        MDSIM_REQUIRE(tail_is_known(params)); // the resolver refuses others
                        sum.energy += pairs * tail_energy_integral(params, pair->cutoff);
                        sum.virial -= pairs * tail_virial_integral(params, pair->cutoff);
                    }
                },
                pair->params);
        }
    }
    return sum;
}

PairTerm<double> ForceField::evaluate(TypeId a, TypeId b, double r2) const {
    MDSIM_EXPECT(r2 >= 0);
    const Pair& pair = pairs_[index(a, b)];
    if (!pair.interaction || !(r2 < pair.interaction->cutoff * pair.interaction->cutoff))
        return {0, 0};
    return pair.term(r2);
}

PairTerm<double> ForceField::estimate(TypeId a, TypeId b, double r2) const {
    const Pair& pair = pairs_[index(a, b)];
    return pair.effective ? (*pair.effective)(r2) : evaluate(a, b, r2);
}

std::optional<PotentialScale> ForceField::scale(TypeId a, TypeId b) const {
    const Pair& pair = pairs_[index(a, b)];
    if (pair.effective) return pair.effective->scale();
    return pair.interaction ? std::optional(scale_of(*pair.interaction)) : std::nullopt;
}

} // namespace mdsim
