// SPDX-License-Identifier: BSD-3-Clause
#include "physics/cluster/stillinger_weber.hpp"

#include <algorithm>

#include "core/logarithm.hpp"

namespace mdsim {

namespace {

/// Exponentials below it change no digit of a double: they are that small in the last 2 % before a
/// sigma, where the second neighbours of a crystal are.
constexpr double least_exponential = 1e-17;

bool same_pair(const StillingerWeberEntry& x, const StillingerWeberEntry& y) {
    return x.epsilon == y.epsilon && x.sigma == y.sigma && x.a == y.a && x.gamma == y.gamma &&
           x.big_a == y.big_a && x.big_b == y.big_b && x.p == y.p && x.q == y.q;
}

} // namespace

double cutoff_of(const StillingerWeberEntry& e) {
    constexpr double most = 0.01;
    const double tolerance = e.tolerance > 0 ? std::min(e.tolerance, most) : least_exponential;
    // A gamma of zero is that of a triple that has no angle.
    const double decay = e.gamma > 0 ? std::min(e.gamma, 1.0) : 1.0;
    return std::max(e.a * e.sigma + decay * e.sigma / logarithm(tolerance), 0.0);
}

double reference_distance(const StillingerWeberEntry& e) {
    // The pair of silicon has its minimum at 2^(1/6) sigma, as it was made.
    return power(2.0, 1.0 / 6) * e.sigma;
}

std::string_view fault_of(const StillingerWeberParams& p) {
    const StillingerWeberEntry& e = p.entry();
    if (!(e.epsilon >= 0 && e.sigma > 0 && e.a > 0 && e.gamma >= 0 && e.lambda >= 0))
        return "the file has a negative epsilon, a, gamma or lambda, or a sigma that is not "
               "positive, for this pair";
    if (!same_pair(e, p.tables->of(p.other, p.own, p.own)))
        return "the file has two pairs of these elements that differ: an entry must have the same "
               "epsilon, sigma, a, gamma, A, B, p and q as the one with its elements exchanged";
    for (std::size_t third = 0; third < p.tables->elements.size(); ++third) {
        const StillingerWeberEntry& one = p.entry(third);
        const StillingerWeberEntry& two = p.tables->of(p.own, third, p.other);
        if (one.lambda * one.epsilon != two.lambda * two.epsilon || one.cosine != two.cosine)
            return "the file has two triples of these elements that differ: lambda epsilon and the "
                   "cosine must be the same for both orders of the neighbours";
    }
    return {};
}

} // namespace mdsim
