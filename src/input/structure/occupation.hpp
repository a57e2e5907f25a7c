// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/ids.hpp"
#include "input/structure/shuffle.hpp"

namespace mdsim::source {

/// A species and how much of a mixture it makes up, in any measure.
struct Share {
    TypeId type = 0;
    double part = 0;
};

/// What the sites of a sublattice hold; one part at least is above zero.
using Mixture = std::vector<Share>;

/// The sites that hold the same: one species, or several at random.
struct Sublattice {
    Mixture mixture;
    std::int64_t sites = 0;
};

/// What one site holds.
struct Holding {
    bool empty = false;
    std::int64_t vacancy = 0; ///< of an empty site: its number among all, from 0
    TypeId type = 0;          ///< of any other
};

/// What each site of a lattice holds: a pure function of the seed and the number of the site.
///
/// Vacancies are spread over the sublattices in proportion to their sites, so that a compound keeps
/// its composition, and its charge; species over the sites that are left, in proportion to their
/// parts. All these numbers are exact, by largest remainders, and do not depend on the seed. Which
/// sites they are is drawn by shuffles, so that none is more likely than another, and neighbours
/// are independent but for the numbers that are given.
class Occupation {
  public:
    /// There are fewer vacancies than sites, and at most 2^44 of these.
    Occupation(const std::vector<Sublattice>& sublattices, std::int64_t vacancies,
               std::uint64_t seed);

    /// What a site holds, which is known by its number among those of its sublattice.
    Holding at(std::size_t sublattice, std::int64_t number) const;

    std::int64_t atoms() const { return atoms_; }
    std::int64_t vacancies() const { return vacancies_; }

    /// The atoms of each of so many species.
    std::vector<std::int64_t> counts(std::size_t species) const;

  private:
    /// The ranges of a shuffle that mean a vacancy, or a species.
    struct Draws {
        std::optional<Shuffle> shuffle; ///< absent where all sites hold the same
        std::int64_t first_vacancy = 0; ///< among all
        std::int64_t vacancies = 0;
        std::vector<TypeId> types;
        std::vector<std::int64_t> ends; ///< behind the last place of each of these types
    };

    static Draws draws_of(const Sublattice& sublattice, std::int64_t vacancies);

    std::vector<Draws> draws_;
    std::int64_t atoms_ = 0;
    std::int64_t vacancies_ = 0;
};

} // namespace mdsim::source
