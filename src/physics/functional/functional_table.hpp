// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "physics/functional/list.hpp"

namespace mdsim {

/// All ordered pairs of types that one functional serves, ready for a driver: what acts on an atom
/// of type a with a neighbour of type b is at a * types + b. Pairs that do not belong to it have a
/// cutoff of zero, and so have no density of each other; their functional is one of the table.
template <class Functional> struct FunctionalTable {
    using functional_type = Functional;
    using value_type = typename Functional::value_type;

    TypeId types = 0;
    std::vector<Functional> functional;
    std::vector<value_type> cutoff_squared; ///< [length^2]
    std::vector<value_type> samples;        ///< what Functional::uses_samples says, else empty
    std::vector<typename Functional::Embedding> embedding; ///< of each type
    std::vector<double> embedding_samples;                 ///< likewise
};

template <class Real, class List> struct FunctionalTablesOf;
template <class Real, template <class> class... Functional>
struct FunctionalTablesOf<Real, FunctionalList<Functional...>> {
    using type = std::variant<FunctionalTable<Functional<Real>>...>;
};

/// A table of any functional.
template <class Real>
using AnyFunctionalTable = typename FunctionalTablesOf<Real, PairFunctionals>::type;

} // namespace mdsim
