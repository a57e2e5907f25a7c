// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/vec3.hpp"
#include "physics/pair/potential.hpp"

namespace mdsim {

/// What the moments at an atom mean to it.
struct MomentEnergy {
    double energy;       ///< counted once [energy]
    bool beyond = false; ///< whether a moment lies where the functional was never fitted
};

/// The term of a pair whose force does not point along it.
template <class Real> struct DirectedTerm {
    Real energy; ///< phi, counted once a pair [energy]
    Vec3<Real>
        force; ///< on the first atom, by all that depends on where the two are [energy / length]
};

/// The contract of a moment functional `M`, an energy that depends on the surroundings of an atom
/// through several sums over its neighbours, its moments, which may know directions:
///
///     U = sum_i E(m_i1, m_i2, ...) + 1/2 sum_ij phi(r_ij),   m_ik = sum_j f_k(d_ij).
///
/// It is a pair functional (`physics/functional/pair_functional.hpp`) of more sums than one, and as
/// there forces take two walks over the same list, with one *round* between them, in which
/// neighbours are sent the slopes dE/dm_k of the other.
///
/// - `M::value_type`, `M::rebind<Other>`, `M::uses_samples` and the constants are those of a pair
///   potential; M is asked for scalars only, float or double, and may branch. A driver holds one M
///   for each ordered pair of types: that of the atom itself, and that of its neighbour.
/// - `M::moments` is how many there are.
/// - `add(d, r2, moment)` adds what a neighbour does to an array of moments; d points to it, r2 is
///   the square of its length.
/// - `operator()(d, r2, own, other)` returns phi and the force on the atom as a DirectedTerm, the
///   slopes of the atom and of its neighbour given as arrays.
/// - `M::Embedding`: a plain struct in double, of a type of atoms; `M::embedding(params)` makes it,
///   of the parameters of a type with itself. Its
///   `operator()(moment, slope)` returns a MomentEnergy and writes all slopes, which are finite
///   also without neighbours.
/// - With `M::uses_samples` the three take a last argument, the array of samples, as those of pair
///   functionals do; what is said of the parameters there holds here.
/// - `central(params)` are the parameters of the pair functional that is left in a crystal where
///   all that has a direction cancels; sizes and time steps are judged by it.
/// - None of them tests the cutoff, at which phi and all f_k have gone to zero.
template <class M>
inline constexpr bool is_moment_functional =
    is_pair_potential<M>&& std::is_trivially_copyable_v<typename M::Embedding> && (M::moments > 0);

/// Adds a neighbour, whether or not the functional reads samples.
template <class M>
MDSIM_HD void add_moments(const M& functional, const Vec3<typename M::value_type>& d,
                          typename M::value_type r2, typename M::value_type* moment,
                          [[maybe_unused]] const typename M::value_type* samples) {
    if constexpr (M::uses_samples)
        functional.add(d, r2, moment, samples);
    else
        functional.add(d, r2, moment);
}

/// Likewise the force of a pair.
template <class M>
MDSIM_HD DirectedTerm<typename M::value_type>
evaluate_moments(const M& functional, const Vec3<typename M::value_type>& d,
                 typename M::value_type r2, const typename M::value_type* own,
                 const typename M::value_type* other,
                 [[maybe_unused]] const typename M::value_type* samples) {
    if constexpr (M::uses_samples)
        return functional(d, r2, own, other, samples);
    else
        return functional(d, r2, own, other);
}

/// What an atom has of a pair: half of its energy, and the force by the energy of the neighbour,
/// half of phi included. The slopes of the neighbour are given; forces are linear in slopes.
template <class M>
MDSIM_HD DirectedTerm<typename M::value_type>
share_of_pair(const M& functional, const Vec3<typename M::value_type>& d, typename M::value_type r2,
              const typename M::value_type* other, const typename M::value_type* samples) {
    using Real = typename M::value_type;
    const Real none[M::moments] = {};
    const DirectedTerm<Real> all = evaluate_moments(functional, d, r2, none, other, samples);
    const DirectedTerm<Real> pair = evaluate_moments(functional, d, r2, none, none, samples);
    return {Real(0.5) * pair.energy, all.force - Real(0.5) * pair.force};
}

/// Likewise what is made of moments; slopes are written as neighbours read them.
template <class M>
MDSIM_HD MomentEnergy embed_moments(const typename M::Embedding& embedding,
                                    const typename M::value_type* moment,
                                    typename M::value_type* slope,
                                    [[maybe_unused]] const double* samples) {
    double wide[M::moments], slopes[M::moments];
    for (int k = 0; k < M::moments; ++k) wide[k] = static_cast<double>(moment[k]);
    MomentEnergy energy;
    if constexpr (M::uses_samples)
        energy = embedding(wide, slopes, samples);
    else
        energy = embedding(wide, slopes);
    for (int k = 0; k < M::moments; ++k) slope[k] = static_cast<typename M::value_type>(slopes[k]);
    return energy;
}

} // namespace mdsim
