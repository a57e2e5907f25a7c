// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_entries.cuh"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// Whether the potentials towards two types fit into registers.
template <class Potential>
inline constexpr bool two_in_registers =
    !Potential::uses_samples || std::is_same_v<typename Potential::value_type, double>;

/// One of two entries, constant by constant, without a branch.
template <class Potential>
__device__ PotentialEntry<Potential> select_entry(bool first, const PotentialEntry<Potential>& a,
                                                  const PotentialEntry<Potential>& b) {
    PotentialEntry<Potential> chosen = a;
    typename Potential::value_type constant[2][potential_constants<Potential>];
    memcpy(constant[0], &a.potential, sizeof a.potential);
    memcpy(constant[1], &b.potential, sizeof b.potential);
    for (std::size_t i = 0; i < potential_constants<Potential>; ++i)
        constant[0][i] = select(first, constant[0][i], constant[1][i]);
    memcpy(&chosen.potential, constant[0], sizeof chosen.potential);
    chosen.cutoff2 = select(first, a.cutoff2, b.cutoff2);
    return chosen;
}

/// The potentials of one atom towards two types.
template <class Potential> struct TwoTypePotentials {
    using Real = typename Potential::value_type;

    PotentialEntry<Potential> first;
    PotentialEntry<Potential> second;

    template <bool with_energy>
    __device__ TruncatedTerm<Real> term(bool is_first, Real r2, const Real* samples) const {
        return truncated_term(select_entry(is_first, first, second), r2, samples);
    }
};

/// One of two products and sums, by predicate: two operations where selects of both constants and
/// one operation would be three.
__device__ inline float choose_multiply_add(bool first, float a0, float a1, float b, float c0,
                                            float c1) {
    float chosen;
    asm("{\n\t.reg .pred first;\n\t"
        "setp.ne.u32 first, %6, 0;\n\t"
        "fma.rn.f32 %0, %2, %3, %5;\n\t"
        "@first fma.rn.f32 %0, %1, %3, %4;\n\t}"
        : "=&f"(chosen)
        : "f"(a0), "f"(a1), "f"(b), "f"(c0), "f"(c1), "r"(static_cast<std::uint32_t>(first)));
    return chosen;
}

/// The same bits as by selected constants.
template <> struct TwoTypePotentials<Shifted<LennardJones<float>>> {
    using Potential = Shifted<LennardJones<float>>;

    PotentialEntry<Potential> first;
    PotentialEntry<Potential> second;

    template <bool with_energy>
    __device__ TruncatedTerm<float> term(bool is_first, float r2, const float* samples) const {
        if constexpr (with_energy)
            return truncated_term(select_entry(is_first, first, second), r2, samples);
        const LennardJones<float>& a = first.potential.inner();
        const LennardJones<float>& b = second.potential.inner();
        const auto no_energy = [](float) { return 0.0f; };
        const auto force = [&](float x) {
            return choose_multiply_add(is_first, a.force12(), b.force12(), x, -a.force6(),
                                       -b.force6());
        };
        return {LennardJones<float>::joined(r2, no_energy, force),
                r2 < select(is_first, first.cutoff2, second.cutoff2)};
    }
};

} // namespace mdsim
