// SPDX-License-Identifier: BSD-3-Clause
#include "physics/functional/effective_pair.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <variant>
#include <vector>

namespace mdsim {

namespace {

/// Neighbours of an atom in a close-packed crystal.
constexpr double close_packed = 12;

using Term = std::function<PairTerm<double>(double)>;

/// Of a pair functional in a close-packed crystal.
template <class Params>
requires(is_of_pair_functional<Params>) Term term_of(const Params& p) {
    std::vector<double> samples, embedding_samples;
    const auto functional = make_functional<double>(p, samples);
    const auto embedding = make_embedding<double>(p, embedding_samples);
    const double r0 = reference_distance(p);
    const double density = close_packed * evaluate_density(functional, r0 * r0, samples.data());
    const double slope = evaluate_embedding<std::decay_t<decltype(functional)>>(
                             embedding, density, embedding_samples.data())
                             .slope;
    return [=](double r2) {
        PairTerm<double> term = evaluate_functional(functional, r2, slope, slope, samples.data());
        term.energy += 2 * slope * evaluate_density(functional, r2, samples.data());
        return term;
    };
}

/// Of a moment functional in a close-packed crystal, its neighbours at all angles to each other:
/// what depends on direction cancels there.
template <class Params>
requires(is_of_moments<Params>) Term term_of(const Params& p) { return term_of(central(p)); }

/// Of a cluster functional for two atoms alone.
template <class Params>
requires(is_of_cluster<Params>) Term term_of(const Params& p) {
    using Functional = ClusterFunctional<Params, double>;
    const auto pair = pair_of<double>(p);
    const auto triple = triple_of<double>(p, p.other);
    return [=](double r2) {
        Cluster<double> cluster;
        cluster.add({std::sqrt(r2), 0, 0}, 0);
        ClusterSlopes<double> slope;
        const double energy = Functional::evaluate(cluster, {&pair, &triple, 1}, slope);
        return PairTerm<double>{2 * energy, -2 * slope[0].x / std::sqrt(r2)};
    };
}

} // namespace

EffectivePair::EffectivePair(const ManyBodyParams& params)
    : term_(std::visit([](const auto& p) { return term_of(p); }, params)),
      cutoff_(std::visit([](const auto& p) { return cutoff_of(p); }, params)) {}

PotentialScale EffectivePair::scale() const {
    constexpr int points = 1000;
    PotentialScale scale;
    for (int i = points - 1; i > 0; --i) {
        const double r = cutoff_ * i / points;
        const double energy = (*this)(r * r).energy;
        if (scale.energy > 0 && energy >= 0) {
            scale.length = r;
            break;
        }
        scale.energy = std::max(scale.energy, -energy);
    }
    return scale;
}

} // namespace mdsim
