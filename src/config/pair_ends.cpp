// SPDX-License-Identifier: BSD-3-Clause
#include "config/pair_ends.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace mdsim {

namespace {

/// What is known of an end.
struct KnownEnd {
    std::optional<double> cutoff;
    std::optional<Truncation> truncation;
    std::optional<double> switch_from;

    /// Takes from another end what is not known yet.
    void complete_from(const KnownEnd& other) {
        if (!cutoff) cutoff = other.cutoff;
        if (!truncation) truncation = other.truncation;
        if (!switch_from) switch_from = other.switch_from;
    }
};

KnownEnd said_by(const PotentialSettings& potential) {
    return {potential.cutoff, potential.truncation, potential.switch_from};
}

/// The range of a potential that ends by itself, if that is nearer than the cutoff of all.
std::optional<double> shorter(double range, const std::optional<double>& cutoff) {
    return std::isfinite(range) && range < cutoff.value_or(HUGE_VAL) ? std::optional(range)
                                                                     : cutoff;
}

/// The same for [A, B] and [B, A].
std::vector<std::string> sorted(std::vector<std::string> species) {
    std::sort(species.begin(), species.end());
    return species;
}

} // namespace

std::vector<PairEnd> pair_ends(const PairSettings& pair) {
    std::map<std::vector<std::string>, KnownEnd> said;
    std::map<std::vector<std::string>, int> entries;
    for (const PotentialSettings& potential : pair.potentials) {
        said[sorted(potential.species)].complete_from(said_by(potential));
        ++entries[sorted(potential.species)];
    }
    std::vector<PairEnd> ends;
    for (const PotentialSettings& potential : pair.potentials) {
        KnownEnd end = said_by(potential);
        end.complete_from(said[sorted(potential.species)]);
        if (!end.cutoff && entries[sorted(potential.species)] == 1)
            end.cutoff = shorter(own_range_of(potential.potential), pair.cutoff);
        end.complete_from(KnownEnd{pair.cutoff, pair.truncation, pair.switch_from});
        ends.push_back({end.cutoff, *end.truncation, end.switch_from});
    }
    return ends;
}

} // namespace mdsim
