// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numeric>
#include <set>

#include "input/structure/lattice.hpp"
#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Numbers = std::vector<std::int64_t>;

LatticeSpec alloy(std::array<std::int64_t, 3> cells) {
    LatticeSpec spec;
    spec.constant = 1.7;
    spec.cells = cells;
    spec.species = {{"A", 1, 0}, {"B", 1, 0}, {"C", 1, 0}};
    spec.mixtures = {{{0, 0.75}, {1, 0.25}}};
    spec.basis = {3};
    spec.seed = 11;
    return spec;
}

Numbers counts_of(const Structure& s) {
    Numbers counts(s.species.size(), 0);
    for (const TypeId type : s.type) ++counts[type];
    return counts;
}

/// Whether all atoms are on sites of the lattice without vacancies, no two on the same.
bool on_distinct_sites(const Structure& s, LatticeSpec spec) {
    spec.vacancies = 0;
    spec.vacancy_fraction = 0;
    std::set<std::array<double, 3>> sites;
    for (const Vec3<double>& x : make_lattice(spec, every_id).position)
        sites.insert({x.x, x.y, x.z});
    return std::all_of(s.position.begin(), s.position.end(), [&](const Vec3<double>& x) {
        return sites.erase({x.x, x.y, x.z}) == 1;
    });
}

} // namespace

TEST_CASE("a mixture has exactly the numbers of its parts, for any number of blocks") {
    const LatticeSpec spec = alloy({5, 4, 3});
    check_blocks([&](IdBlock block) { return make_lattice(spec, block); });
    CHECK(counts_of(make_lattice(spec, every_id)) == Numbers{180, 60, 0});
    CHECK(lattice_counts(spec).of_species == Numbers{180, 60, 0});
    LatticeSpec thirds = alloy({5, 5, 1});
    thirds.mixtures = {{{2, 1}, {0, 1}, {1, 1}}};
    CHECK(counts_of(make_lattice(thirds, every_id)) == Numbers{33, 33, 34});
    LatticeSpec other = spec;
    other.seed = 12;
    CHECK(make_lattice(other, every_id).type != make_lattice(spec, every_id).type);
    CHECK(make_lattice(other, every_id).position == make_lattice(spec, every_id).position);
}

TEST_CASE("neighbours in a mixture are those of chance") {
    LatticeSpec spec = alloy({12, 12, 12});
    spec.lattice = Lattice::sc;
    const Structure s = make_lattice(spec, every_id);
    for (const std::size_t step :
         std::vector<std::size_t>{1, 12, 144}) { // along x, y, z; across faces skewed by a row
        double pairs = 0;
        for (std::size_t i = 0; i < s.type.size(); ++i)
            pairs += s.type[i] == 1 && s.type[(i + step) % s.type.size()] == 1;
        const double n = 1728;
        const double expected = n / 16;
        CHECK(std::abs(pairs - expected) < 4 * std::sqrt(expected * (1 - 1.0 / 16)));
    }
}

TEST_CASE("a mixture may share one of two sublattices") {
    LatticeSpec spec = alloy({3, 3, 3});
    spec.lattice = Lattice::zincblende;
    spec.basis = {3, 2};
    const Structure s = make_lattice(spec, every_id);
    CHECK(counts_of(s) == Numbers{81, 27, 108});
    for (std::size_t i = 0; i < s.position.size(); ++i)
        for (std::size_t j = 0; j < s.position.size(); ++j) {
            const Vec3<double> gap = s.position[i] - s.position[j];
            if (i != j && dot(gap, gap) < 0.2 * 1.7 * 1.7)
                CHECK((s.type[i] == 2) != (s.type[j] == 2));
        }
    check_blocks([&](IdBlock block) { return make_lattice(spec, block); });
    spec.lattice = Lattice::wurtzite;
    CHECK(lattice_counts(spec).of_species == Numbers{81, 27, 108});
    spec.lattice = Lattice::bcc;
    CHECK(lattice_counts(spec).of_species == Numbers{20, 7, 27});
}

TEST_CASE("vacancies are exact, on sites of their own, and the same for any number of blocks") {
    for (const std::int64_t vacancies : {1, 7, 120, 239}) {
        LatticeSpec spec = alloy({5, 4, 3});
        spec.vacancies = vacancies;
        spec.perturbation = 0;
        check_blocks([&](IdBlock block) { return make_lattice(spec, block); });
        const Structure s = make_lattice(spec, every_id);
        CHECK(s.total == 240 - vacancies);
        CHECK(on_distinct_sites(s, spec));
        const LatticeCounts counts = lattice_counts(spec);
        CHECK(counts.vacancies == vacancies);
        CHECK(counts_of(s) == counts.of_species);
        CHECK(std::abs(4 * counts.of_species[1] - s.total) <= 2);
    }
    LatticeSpec spec = alloy({5, 4, 3});
    spec.vacancy_fraction = 0.0502;
    CHECK(lattice_counts(spec).vacancies == 12);
}

TEST_CASE("vacancies are spread over the species of a compound alike") {
    LatticeSpec spec = alloy({4, 4, 4});
    spec.lattice = Lattice::rocksalt;
    spec.basis = {0, 1};
    spec.vacancies = 50;
    const Structure s = make_lattice(spec, every_id);
    CHECK(counts_of(s) == Numbers{231, 231, 0});
    CHECK(on_distinct_sites(s, spec));
    spec.lattice = Lattice::fcc;
    spec.basis = {0, 1, 1, 1};
    CHECK(lattice_counts(spec).of_species == Numbers{51, 155, 0}); // 12.5 and 37.5 of 50
}

TEST_CASE("each site is as likely to be empty as any other") {
    LatticeSpec spec = alloy({2, 2, 1});
    spec.basis = {0};
    spec.vacancies = 4;
    LatticeSpec perfect = spec;
    perfect.vacancies = 0;
    const std::vector<Vec3<double>> sites = make_lattice(perfect, every_id).position;
    std::vector<int> taken(sites.size(), 0);
    constexpr int draws = 2000;
    for (spec.seed = 0; spec.seed < draws; ++spec.seed)
        for (const Vec3<double>& x : make_lattice(spec, every_id).position)
            ++taken[static_cast<std::size_t>(std::find(sites.begin(), sites.end(), x) -
                                             sites.begin())];
    for (const int times : taken) CHECK(std::abs(times - 1500) < 4 * std::sqrt(draws * 3 / 16.0));
}

TEST_CASE("regions, mixtures, vacancies and directions go together") {
    LatticeSpec spec = alloy({1, 1, 1});
    spec.orient = Orientation{{{1, 1, -2}, {1, 1, 1}, {1, -1, 0}}};
    spec.basis = {3, 2, 2, 2};
    spec.fill_box = true;
    spec.edges = Vec3<double>{18, 18, 18};
    spec.inside = {SphereShape{{}, 6}};
    spec.vacancy_fraction = 0.03;
    check_blocks([&](IdBlock block) { return make_lattice(spec, block); });
    const Structure s = make_lattice(spec, every_id);
    const LatticeCounts counts = lattice_counts(spec);
    CHECK(counts_of(s) == counts.of_species);
    CHECK(s.total == counts.atoms);
    CHECK(on_distinct_sites(s, spec));
    LatticeSpec full = spec;
    full.vacancy_fraction = 0;
    const LatticeCounts all = lattice_counts(full);
    CHECK(counts.vacancies == std::llround(0.03 * static_cast<double>(all.atoms)));
    CHECK(counts.atoms + counts.vacancies == all.atoms);
    CHECK(std::abs(all.of_species[0] - 3 * all.of_species[1]) <= 3);
}

TEST_CASE("what no lattice can hold is refused") {
    LatticeSpec spec = alloy({2, 2, 2});
    spec.vacancies = 32;
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }),
                   "found 32 vacancies, but the lattice has 32 sites"));
    spec.vacancies = 1;
    spec.vacancy_fraction = 0.5;
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "give one of them"));
    spec = alloy({2, 2, 2});
    spec.mixtures = {{{0, 0.5}, {5, -1}}};
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "-1 parts of species 5"));
    spec.mixtures = {{}};
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "a mixture of nothing"));
}
