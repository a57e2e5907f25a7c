// SPDX-License-Identifier: BSD-3-Clause
#include "physics/cluster/tersoff.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"

namespace mdsim {

namespace {

bool is_usable_triple(const TersoffEntry& e) {
    return (e.m == 1 || e.m == 3) && e.gamma >= 0 && e.d != 0 && e.big_d > 0 && e.big_r > e.big_d;
}

bool is_usable_pair(const TersoffEntry& e) {
    return e.n > 0 && e.beta >= 0 && e.lambda1 >= 0 && e.lambda2 >= 0 && e.big_a >= 0 &&
           e.big_b >= 0;
}

} // namespace

double reference_distance(const TersoffParams& p) {
    const TersoffEntry& e = p.entry();
    // Where A exp(-l1 r) - B exp(-l2 r) has its minimum.
    const double ratio = e.lambda1 * e.big_a / (e.lambda2 * e.big_b);
    if (!(ratio > 1 && e.lambda1 > e.lambda2 && std::isfinite(ratio))) return e.big_r;
    return std::min(logarithm(ratio) / (e.lambda1 - e.lambda2), e.big_r);
}

std::string_view fault_of(const TersoffParams& p) {
    const TersoffEntry& e = p.entry();
    for (std::size_t third = 0; third < p.tables->elements.size(); ++third)
        if (!is_usable_triple(p.entry(third)))
            return "the file has a triple of these elements that nothing can be computed with: m "
                   "must be 1 or 3, gamma at least zero, d not zero, D positive, and R above D";
    if (!is_usable_pair(e))
        return "the file has a pair of these elements that nothing can be computed with: n must be "
               "positive, and beta, lambda1, lambda2, A and B at least zero";
    const TersoffEntry& back = p.tables->of(p.other, p.own, p.own);
    if (e.big_r != back.big_r || e.big_d != back.big_d || e.lambda1 != back.lambda1 ||
        e.big_a != back.big_a)
        return "the file has two pairs of these elements that differ: an entry must have the same "
               "R, D, lambda1 and A as the one with its elements exchanged";
    return {};
}

} // namespace mdsim
