// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_term.hpp"
#include "physics/pair/potential.hpp"

namespace mdsim {

/// What the density at an atom means to it.
struct Embedded {
    double energy;       ///< F(rho), counted once [energy]
    double slope;        ///< dF/drho; what its neighbours must know of the atom [energy / density]
    bool beyond = false; ///< whether the density lies where the functional was never fitted
};

/// The contract of a pair functional `F`, an energy that depends on the surroundings of an atom
/// through a sum over its neighbours:
///
///     U = sum_i F(rho_i) + 1/2 sum_ij phi(r_ij),   rho_i = sum_j w(r_ij).
///
/// Potentials by the embedded-atom method (Daw and Baskes, Phys. Rev. B 29, 6443 (1984)), of Finnis
/// and Sinclair (Philos. Mag. A 50, 45 (1984)) and by the second-moment approximation are of this
/// form; the name is that of Carlsson, Solid State Phys. 43, 1 (1990). w may depend on the species
/// of both atoms, and on which of them it is that is embedded.
///
/// Forces take two walks over the same list, with one *round* between them, in which neighbours are
/// told the slope of the other: first densities, then the force of each pair by both slopes.
///
/// - `F::value_type`, `F::rebind<Other>`, `F::uses_samples` and the constants are those of a pair
///   potential (`physics/pair/potential.hpp`). A driver holds one F for each ordered pair of types:
///   that of the atom itself, and that of its neighbour.
/// - `Real density(Real r2) const`: what a neighbour at this squared distance adds to the density
///   at the atom.
/// - `PairTerm<Real> operator()(Real r2, Real own, Real other) const`: phi(r), and the force over r
///   by all that depends on r, linear in the given slopes of the atom and of its neighbour. It must
///   be the same, bit for bit, for the two of a pair.
/// - Optional: `PairTerm<Real> of_like(Real r2, Real slopes) const`, the same for two atoms of one
///   type, of the sum of their slopes; it is asked where a run has one type.
/// - `F::Embedding`: a plain struct in double, of a type of atoms; `F::embedding(params)` makes it,
///   of the parameters of a type with itself. `Embedded operator()(double density) const`.
/// - With `F::uses_samples` the three take a last argument, the array of samples, as potentials do;
///   those of the embedding are doubles: `F::embedding_samples(params)` makes its part, and
///   `F::embedding(params, first)` takes where that part begins.
/// - Optional, where parameters of an ordered pair differ: `reversed(params)`, for the neighbour.
/// - Of the parameters: `cutoff_of(params)`, where energy and density are zero;
///   `reference_distance(params)`, where the nearest neighbours of a crystal are [length]; and
///   `fault_of(params)`, what is wrong with them together, a text that is empty if nothing is.
/// - Optional: `knot_spacing(params)`, where its functions are splines between knots at multiples
/// of
///   a distance [length].
/// - Neither tests the cutoff, at which density and energy have gone to zero; where they are not
///   defined they return anything, but do not trap.
template <class F>
inline constexpr bool is_pair_functional =
    is_pair_potential<F>&& std::is_trivially_copyable_v<typename F::Embedding>;

/// The density, whether or not the functional reads samples.
template <class F>
MDSIM_HD typename F::value_type
evaluate_density(const F& functional, typename F::value_type r2,
                 [[maybe_unused]] const Scalar<typename F::value_type>* samples) {
    if constexpr (F::uses_samples)
        return functional.density(r2, samples);
    else
        return functional.density(r2);
}

/// Likewise for the term of a pair; `one_type` says that there is no other type of atoms.
template <bool one_type = false, class F>
MDSIM_HD PairTerm<typename F::value_type>
evaluate_functional(const F& functional, typename F::value_type r2, typename F::value_type own,
                    typename F::value_type other,
                    [[maybe_unused]] const Scalar<typename F::value_type>* samples) {
    if constexpr (one_type && requires { functional.of_like(r2, own, samples); })
        return functional.of_like(r2, own + other, samples);
    else if constexpr (F::uses_samples)
        return functional(r2, own, other, samples);
    else
        return functional(r2, own, other);
}

/// Likewise for what is made of a density.
template <class F>
MDSIM_HD Embedded evaluate_embedding(const typename F::Embedding& embedding, double density,
                                     [[maybe_unused]] const double* samples) {
    if constexpr (F::uses_samples)
        return embedding(density, samples);
    else
        return embedding(density);
}

} // namespace mdsim
