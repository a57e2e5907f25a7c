// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/pair/potential.hpp"
#include "physics/pair/potential_answers.hpp"

namespace mdsim {

/// The names of two potentials with a plus between them.
template <class A, class B> struct SumName {
    static constexpr std::string_view plus = " + ";
    using Letters = std::array<char, A::name.size() + plus.size() + B::name.size()>;

    static constexpr Letters join() {
        Letters text{};
        auto to = text.begin();
        for (const std::string_view part : {A::name, plus, B::name})
            to = std::copy(part.begin(), part.end(), to);
        return text;
    }

    static constexpr Letters letters = join();
};

/// The parameters of two potentials that act together on one pair of species.
template <class A, class B> struct SumParams {
    static constexpr std::string_view name{SumName<A, B>::letters.data(),
                                           SumName<A, B>::letters.size()};
    using First = A;
    using Second = B;

    A first;
    B second;
};

/// V(r) = V_A(r) + V_B(r): two potentials in one walk over the lists, with one cutoff and one
/// truncation, which act on the sum. Energy and force are those of A plus those of B, each rounded
/// as that potential alone rounds it.
template <class A, class B> class Sum {
  public:
    using Params = SumParams<typename A::Params, typename B::Params>;
    using value_type = typename A::value_type;
    template <class Other>
    using rebind = Sum<typename A::template rebind<Other>, typename B::template rebind<Other>>;
    static constexpr bool uses_samples = A::uses_samples || B::uses_samples;

    explicit Sum(const Params& p) requires(!uses_samples) : first_(p.first), second_(p.second) {}

    /// The samples of A begin at `first_sample`, and behind them those of B.
    Sum(const Params& p, std::size_t first_sample) requires uses_samples
        : first_(part<A>(p.first, first_sample)),
          second_(part<B>(p.second, first_sample + samples_before_second(p))) {}

    static std::vector<double> samples(const Params& p) requires uses_samples {
        std::vector<double> all = samples_of<A>(p.first);
        const std::vector<double> rest = samples_of<B>(p.second);
        all.insert(all.end(), rest.begin(), rest.end());
        return all;
    }

    MDSIM_HD PairTerm<value_type> operator()(value_type r2) const requires(!uses_samples) {
        return sum_at(r2, nullptr);
    }
    MDSIM_HD PairTerm<value_type>
    operator()(value_type r2, const Scalar<value_type>* samples) const requires uses_samples {
        return sum_at(r2, samples);
    }

  private:
    template <class Part>
    static Part part(const typename Part::Params& p, [[maybe_unused]] std::size_t first_sample) {
        if constexpr (Part::uses_samples)
            return Part(p, first_sample);
        else
            return Part(p);
    }

    template <class Part> static std::vector<double> samples_of(const typename Part::Params& p) {
        if constexpr (Part::uses_samples)
            return Part::samples(p);
        else
            return {};
    }

    static std::size_t samples_before_second(const Params& p) {
        return B::uses_samples ? samples_of<A>(p.first).size() : 0;
    }

    MDSIM_HD PairTerm<value_type> sum_at(value_type r2, const Scalar<value_type>* samples) const {
        const PairTerm<value_type> a = evaluate_potential(first_, r2, samples);
        const PairTerm<value_type> b = evaluate_potential(second_, r2, samples);
        return {a.energy + b.energy, a.force_over_r + b.force_over_r};
    }

    A first_;
    B second_;
};

/// The sum of two potential templates as an entry of a PotentialList.
template <template <class> class A, template <class> class B> struct SumOf {
    template <class Real> using type = Sum<A<Real>, B<Real>>;
};

/// No cutoff may be larger than either potential allows [length].
template <class A, class B> double largest_cutoff(const SumParams<A, B>& p) {
    return std::min(cutoff_limit(p.first), cutoff_limit(p.second));
}

/// The scale of the potential whose well is deeper; pairs nearer than the first row of any table
/// are extrapolated.
template <class A, class B> PotentialScale scale_of(const SumParams<A, B>& p, double cutoff) {
    const PotentialScale first = scale_or_none(p.first, cutoff);
    const PotentialScale second = scale_or_none(p.second, cutoff);
    PotentialScale scale = second.energy > first.energy ? second : first;
    scale.first_row = std::max(first.first_row, second.first_row);
    scale.maximum = std::max(first.maximum, second.maximum);
    return scale;
}

/// The names of both.
template <class A, class B> std::string name_of(const SumParams<A, B>& p) {
    return potential_name(p.first) + " + " + potential_name(p.second);
}

/// Makes numbers of formulas; the other part may keep atoms apart. Returns a fault.
template <class A, class B> std::string sample_for(SumParams<A, B>& p, double cutoff) {
    const auto sample = [&](auto& part, const auto& other) -> std::string {
        if constexpr (requires { sample_for(part, cutoff, true); })
            return sample_for(part, cutoff, has_core(other));
        else
            return sample_if_formula(part, cutoff);
    };
    const std::string fault = sample(p.first, p.second);
    return fault.empty() ? sample(p.second, p.first) : fault;
}

/// The tail is known where both are.
template <class A, class B> bool knows_tail(const SumParams<A, B>& p) {
    return tail_is_known(p.first) && tail_is_known(p.second);
}

/// The integral of r^2 V(r) from the cutoff to infinity [energy length^3].
template <class A, class B>
double tail_energy_integral(const SumParams<A, B>& p,
                            double cutoff) requires(has_tail<A>&& has_tail<B>) {
    return tail_energy_integral(p.first, cutoff) + tail_energy_integral(p.second, cutoff);
}

/// The integral of r^3 dV/dr from the cutoff to infinity [energy length^3].
template <class A, class B>
double tail_virial_integral(const SumParams<A, B>& p,
                            double cutoff) requires(has_tail<A>&& has_tail<B>) {
    return tail_virial_integral(p.first, cutoff) + tail_virial_integral(p.second, cutoff);
}

/// The potential of an unlike pair: each part mixed by its own rule, if it has one.
template <class A, class B>
std::optional<SumParams<A, B>> mix(const SumParams<A, B>& a, const SumParams<A, B>& b,
                                   MixingRule rule) requires(has_mixing<A>&& has_mixing<B>) {
    const std::optional<A> first = mixed_or_none(a.first, b.first, rule);
    const std::optional<B> second = mixed_or_none(a.second, b.second, rule);
    if (!first || !second) return std::nullopt;
    return SumParams<A, B>{*first, *second};
}

} // namespace mdsim
