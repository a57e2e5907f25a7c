// SPDX-License-Identifier: BSD-3-Clause
#include "physics/curve/potential_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <variant>

#include "physics/curve/may_have_curve.hpp"

namespace mdsim {

namespace {

/// A potential as functions of r^2.
struct PotentialFunctions {
    std::function<double(double)> force_over_r;
    std::function<double(double)> energy;
    float cutoff2;

    template <class Potential>
    explicit PotentialFunctions(const PairTable<Potential>& table)
        : cutoff2(table.cutoff_squared.front()) {
        const auto term =
            [potential = widened<double>(table.potential.front()),
             samples = std::vector<double>(table.samples.begin(), table.samples.end())](double r2) {
                return evaluate_potential(potential, r2, samples.data());
            };
        force_over_r = [term](double r2) { return term(r2).force_over_r; };
        energy = [term](double r2) { return term(r2).energy; };
    }

    /// The curve whose F/r is constant within a core.
    StoredCurve curve(double core2) const {
        return make_force_curve([&](double r2) { return force_over_r(std::max(r2, core2)); },
                                cutoff2);
    }
};

constexpr int most_doublings = 7; // of r^2, one less than a curve has pieces for

/// The curve that reaches as far towards zero as it can be close enough; its core is constant.
StoredCurve curve_down_to_core(const PotentialFunctions& potential) {
    for (int doublings = most_doublings; doublings > 0; --doublings) {
        StoredCurve stored = potential.curve(std::ldexp(double{potential.cutoff2}, -doublings));
        if (!stored.pieces.empty()) return stored;
    }
    return {};
}

/// The depth of the well beyond a core.
double depth_beyond(const PotentialFunctions& potential, double core2) {
    constexpr int steps = 256;
    const double cutoff2 = potential.cutoff2;
    double depth = 0;
    for (int k = 0; k < steps; ++k)
        depth = std::max(depth, -potential.energy(core2 + (cutoff2 - core2) * k / steps));
    return depth;
}

/// Whether atoms come hardly ever into a core: it is small, or the energy there is many times the
/// depth of the well.
bool is_left_alone(const PotentialFunctions& potential, double core2) {
    constexpr double small = 0.01; // of the squared cutoff: a thousandth of the volume
    constexpr double many = 8;
    if (core2 < small * potential.cutoff2) return true;
    return potential.energy(core2) > many * depth_beyond(potential, core2);
}

/// The shortest curve whose core lies higher than any liquid reaches. None without a well, whose
/// depth says what is high.
StoredCurve shortest_curve(const PotentialFunctions& potential) {
    constexpr double out_of_reach = 32; // times the depth of the well
    for (int halves = 1; halves <= 2 * most_doublings; ++halves) {
        const double core2 = potential.cutoff2 * std::exp2(-0.5 * halves);
        const double depth = depth_beyond(potential, core2);
        if (!(depth > 0 && potential.energy(core2) > out_of_reach * depth)) continue;
        StoredCurve stored = potential.curve(core2);
        if (!stored.pieces.empty()) return stored;
    }
    return {};
}

/// What a function makes of the table of a potential that may have a curve; else an empty curve.
template <class Make> StoredCurve curve_of(const AnyPairTable<float>& any, const Make& make) {
    return std::visit(
        [&]<class Potential>(const PairTable<Potential>& table) -> StoredCurve {
            if constexpr (may_have_curve<Potential>)
                return make(std::type_identity<Potential>{}, PotentialFunctions(table));
            else
                return {};
        },
        any);
}

} // namespace

StoredCurve potential_curve(const AnyPairTable<float>& any) {
    constexpr std::size_t few = 5u << ForceCurve::doubling_bits;
    return curve_of(any, []<class Potential>(std::type_identity<Potential>,
                                             const PotentialFunctions& potential) {
        StoredCurve whole;
        if constexpr (!unbounded_at_zero<Potential>) whole = potential.curve(0);
        if (!whole.pieces.empty() && whole.pieces.size() <= few) return whole;
        StoredCurve shortest = shortest_curve(potential);
        if (!shortest.pieces.empty()) return shortest;
        return unbounded_at_zero<Potential> ? curve_down_to_core(potential) : whole;
    });
}

StoredCurve potential_curve_beyond_core(const AnyPairTable<float>& any) {
    return curve_of(any, [](auto, const PotentialFunctions& potential) {
        for (int halves = 2 * most_doublings; halves > 0; --halves) {
            const double core2 = potential.cutoff2 * std::exp2(-0.5 * halves);
            if (!is_left_alone(potential, core2)) break;
            StoredCurve stored = potential.curve(core2);
            if (!stored.pieces.empty()) return stored;
        }
        return StoredCurve{};
    });
}

} // namespace mdsim
