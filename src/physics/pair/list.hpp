// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <variant>
#include <vector>

#include "physics/formula_list.hpp"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/potential.hpp"
#include "physics/pair/potential_answers.hpp"
#include "physics/pair/sum.hpp"
#include "physics/pair/table.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// A list of potential templates.
template <template <class> class... Potential> struct PotentialList {
    using Params = std::variant<typename Potential<double>::Params...>;
    template <class P, class Real>
    using OfParams = typename FormulaOfParams<P, Real, Potential...>::type;

    static_assert((is_pair_potential<Potential<float>> && ...) &&
                  (is_pair_potential<Potential<double>> && ...));
};

/// The potentials that an input names: the one place to add another.
using PairPotentials = PotentialList<LennardJones, Table>;

/// The sums of two of them that may act on one pair of species: the one place to offer another.
using PotentialSums = PotentialList<SumOf<LennardJones, Table>::type>;

template <class First, class Second> struct JoinedLists;
template <template <class> class... First, template <class> class... Second>
struct JoinedLists<PotentialList<First...>, PotentialList<Second...>> {
    using type = PotentialList<First..., Second...>;
};

/// All that may act on a pair, for each of which drivers have kernels.
using PairForces = JoinedLists<PairPotentials, PotentialSums>::type;

/// The parameters of all that may act on a pair.
using PairPotentialParams = PairForces::Params;

/// The potential that a parameter struct belongs to.
template <class Params, class Real>
using PairPotential = typename PairForces::template OfParams<Params, Real>;

/// The potential of some parameters; its samples, if any, are appended to `samples`.
template <class Real, class Params>
PairPotential<Params, Real> make_potential(const Params& p, std::vector<Real>& samples) {
    return make_formula<PairPotential<Params, Real>>(p, samples);
}

/// Calls `use` with the potential wrapped for its truncation; `edge` is that of the pair's
/// ForceField.
template <class Potential, class Use>
auto with_truncation(const Potential& potential, Truncation truncation, const CutoffEdge& edge,
                     Use&& use) {
    switch (truncation) {
    case Truncation::force_shift:
        return use(ForceShifted<Potential>(potential, edge));
    case Truncation::smooth:
        return use(Switched<Potential>(potential, edge));
    case Truncation::shift:
    case Truncation::cut:
        break;
    }
    return use(Shifted<Potential>(potential, edge));
}

} // namespace mdsim
