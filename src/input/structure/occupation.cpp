// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/occupation.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "input/structure/apportion.hpp"

namespace mdsim::source {

Occupation::Draws Occupation::draws_of(const Sublattice& sublattice, std::int64_t vacancies) {
    MDSIM_REQUIRE(0 <= vacancies && vacancies <= sublattice.sites);
    std::vector<double> parts;
    for (const Share& share : sublattice.mixture) parts.push_back(share.part);
    Draws draws;
    draws.vacancies = vacancies;
    std::int64_t end = vacancies;
    const std::vector<std::int64_t> counts = apportion(sublattice.sites - vacancies, parts);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        end += counts[i];
        draws.types.push_back(sublattice.mixture[i].type);
        draws.ends.push_back(end);
    }
    MDSIM_ENSURE(end == sublattice.sites);
    return draws;
}

Occupation::Occupation(const std::vector<Sublattice>& sublattices, std::int64_t vacancies,
                       std::uint64_t seed)
    : vacancies_(vacancies) {
    std::vector<double> sizes;
    std::int64_t sites = 0;
    for (const Sublattice& one : sublattices) {
        sizes.push_back(static_cast<double>(one.sites));
        sites += one.sites;
    }
    MDSIM_REQUIRE(0 <= vacancies && vacancies < sites);
    atoms_ = sites - vacancies;
    const std::vector<std::int64_t> empty = apportion(vacancies, sizes);
    std::int64_t first = 0;
    for (std::size_t i = 0; i < sublattices.size(); ++i) {
        Draws& draws = draws_.emplace_back(draws_of(sublattices[i], empty[i]));
        draws.first_vacancy = first;
        first += draws.vacancies;
        if (sublattices[i].sites > 0 && (draws.types.size() > 1 || draws.vacancies > 0))
            draws.shuffle.emplace(sublattices[i].sites, seed, static_cast<std::int64_t>(i));
    }
}

Holding Occupation::at(std::size_t sublattice, std::int64_t number) const {
    MDSIM_EXPECT(sublattice < draws_.size());
    const Draws& draws = draws_[sublattice];
    MDSIM_EXPECT(0 <= number && number < draws.ends.back());
    const std::int64_t place = draws.shuffle ? draws.shuffle->place(number) : number;
    if (place < draws.vacancies) return {true, draws.first_vacancy + place, 0};
    const auto end = std::upper_bound(draws.ends.begin(), draws.ends.end(), place);
    return {false, 0, draws.types[static_cast<std::size_t>(end - draws.ends.begin())]};
}

std::vector<std::int64_t> Occupation::counts(std::size_t species) const {
    std::vector<std::int64_t> counts(species, 0);
    for (const Draws& draws : draws_) {
        std::int64_t begin = draws.vacancies;
        for (std::size_t i = 0; i < draws.types.size(); ++i) {
            MDSIM_EXPECT(draws.types[i] < species);
            counts[draws.types[i]] += draws.ends[i] - begin;
            begin = draws.ends[i];
        }
    }
    return counts;
}

} // namespace mdsim::source
