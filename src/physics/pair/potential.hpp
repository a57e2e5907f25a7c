// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_term.hpp"

namespace mdsim {

/// The contract of a pair potential `L`, which truncations wrap and drivers run:
///
/// - `L::value_type` is its Real: float, double, or a pack of either. `L::rebind<Other>` is the
///   same potential in another Real.
/// - Its members are constants of type Real and nothing else: it is trivially copyable and as large
///   as `potential_constants<L>` Reals. A driver may hold a table of L<float>, one a pair of types,
///   read it as an array of float, and widen each constant into a pack, by broadcast or by gather.
/// - `PairTerm<Real> operator()(Real r2) const` is the formula, of the squared distance
///   [length^2]. It holds no branch, only `select`. If `L::uses_samples`, it takes a second
///   argument, `const Scalar<Real>* samples`, the array that all potentials of a table share;
///   `L::samples(params)` makes its part and the constructor takes where that part begins.
/// - It does not test the cutoff; where it is not defined it returns anything, but does not trap.
template <class L>
inline constexpr std::size_t potential_constants = sizeof(L) / sizeof(typename L::value_type);

/// Whether L keeps the part of the contract that a compiler can check.
template <class L>
inline constexpr bool
    is_pair_potential = std::is_trivially_copyable_v<L>&& std::is_standard_layout_v<L> &&
                        alignof(L) == alignof(typename L::value_type) &&
                        sizeof(L) == potential_constants<L> * sizeof(typename L::value_type) &&
                        std::is_same_v<typename L::template rebind<typename L::value_type>, L>;

/// The constants of a potential as an array.
template <class L> struct PotentialConstants {
    typename L::value_type value[potential_constants<L>];
};

template <class L> MDSIM_HD PotentialConstants<L> constants_of(const L& potential) {
    static_assert(is_pair_potential<L>);
    return std::bit_cast<PotentialConstants<L>>(potential);
}

template <class L> MDSIM_HD L potential_of(const PotentialConstants<L>& constants) {
    static_assert(is_pair_potential<L>);
    return std::bit_cast<L>(constants);
}

/// The same potential for packs: each constant of a scalar potential is broadcast to all lanes.
template <class Wide, class L>
MDSIM_HD typename L::template rebind<Wide> widened(const L& potential) {
    using WidePotential = typename L::template rebind<Wide>;
    const PotentialConstants<L> narrow = constants_of(potential);
    PotentialConstants<WidePotential> wide;
    for (std::size_t i = 0; i < potential_constants<L>; ++i) wide.value[i] = Wide(narrow.value[i]);
    return potential_of<WidePotential>(wide);
}

/// The potential's term, whether or not it reads samples.
template <class L>
MDSIM_HD PairTerm<typename L::value_type>
evaluate_potential(const L& potential, typename L::value_type r2,
                   [[maybe_unused]] const Scalar<typename L::value_type>* samples) {
    if constexpr (L::uses_samples)
        return potential(r2, samples);
    else
        return potential(r2);
}

} // namespace mdsim
