// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/list_cases.hpp"
#include "physics/sampled_formulas.hpp"

namespace mdsim::test {

/// Atoms, and the grids of cells on which their forces must be those of the direct sum.
struct ForceCase {
    Atoms atoms;
    ForceField field;
    Box box;
    std::vector<CellGrid> grids;
};

/// Cases that ask for one thing; made when they are wanted.
struct ForceGroup {
    const char* name;
    std::vector<ForceCase> (*cases)();
};

inline PairInteraction lj(double epsilon, double sigma, double cutoff,
                          Truncation truncation = Truncation::cut) {
    return {LennardJonesParams{epsilon, sigma}, cutoff, truncation, 0.8 * cutoff};
}

inline ForceField argon(double cutoff = 2.5, Truncation truncation = Truncation::cut) {
    return single(LennardJonesParams{1, 1}, truncation, cutoff);
}

/// Three species with several potentials, truncations and cutoffs, and a pair that does not
/// interact.
inline ForceField mixture(double reach) {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    spec.pairs = {{"", 0, 0, lj(1, 1, reach)},
                  {"", 0, 1, lj(1.5, 0.8, 0.8 * reach)},
                  {"", 1, 1, lj(0.5, 0.88, 0.9 * reach, Truncation::force_shift)},
                  {"", 0, 2,
                   PairInteraction{tabulated_lennard_jones(2000, false), std::min(reach, 2.9),
                                   Truncation::shift, 0}},
                  {"", 1, 2, std::nullopt},
                  {"", 2, 2, lj(1, 0.9, 0.7 * reach, Truncation::smooth)}};
    return ForceField(spec);
}

inline std::vector<ForceCase> cubic_boxes() {
    return {{jittered({7, 7, 7}, 1, 0.3),
             argon(),
             box_of({8, 8, 8}),
             {{{3, 3, 3}}, {{2, 4, 3}}, {{1, 1, 1}}, {{8, 9, 6}}}},
            {jittered({13, 13, 13}, 1, 0.2),
             argon(),
             box_of({14.2, 14.2, 14.2}),
             {{{1, 1, 1}}, {{2, 2, 2}}, {{4, 4, 4}}, {{5, 4, 6}}}}};
}

inline std::vector<ForceCase> tilted_boxes() {
    return {{jittered({7, 7, 7}, 1, 0.2),
             argon(2.5, Truncation::force_shift),
             box_of({8, 8, 8}, {3, -2, 4}),
             {{{3, 3, 3}}}},
            {jittered({7, 7, 7}, 1, 0.2),
             argon(2.5, Truncation::shift),
             box_of({8, 9, 7.5}, {-4, 4, -4.5}),
             {{{2, 3, 4}}}},
            {jittered({13, 13, 13}, 1, 0.2),
             argon(2.5, Truncation::shift),
             box_of({15.2, 15.8, 14.6}, {-4, 4, -4.2}),
             {{{2, 3, 4}}, {{5, 5, 4}}}}};
}

inline std::vector<ForceCase> boxes_of_many_images() {
    std::vector<ForceCase> cases;
    const Atoms atoms = jittered({3, 3, 3}, 1, 0.3);
    for (const double cutoff : {1.7, 2.53, 4.03, 7.31}) {
        cases.push_back({atoms,
                         argon(cutoff),
                         box_of({3.3, 3.4, 3.5}),
                         {{{1, 1, 1}}, {{2, 1, 2}}, {{3, 3, 3}}}});
        cases.push_back(
            {atoms, argon(cutoff), box_of({3.6, 3.4, 3.5}, {1.6, -1.5, 1.7}), {{{2, 2, 1}}}});
    }
    return cases;
}

/// A tile sees its neighbour cell on both sides, though nearest images are all there is to count.
inline std::vector<ForceCase> wide_boxes_of_few_cells() {
    return {{jittered({8, 8, 8}, 1, 0.3),
             argon(1.6),
             box_of({10.5, 10.5, 10.5}),
             {{{2, 2, 2}}, {{2, 3, 4}}, {{1, 2, 3}}, {{4, 4, 4}}}},
            {jittered({8, 8, 8}, 1, 0.2),
             argon(1.6),
             box_of({10.5, 11, 11}, {2, -2, 3}),
             {{{2, 2, 2}}}}};
}

inline std::vector<ForceCase> thin_and_flat_boxes() {
    const ForceField smooth = argon(2.5, Truncation::smooth);
    return {{jittered({3, 2, 30}, 1, 0.3), smooth, box_of({3.3, 2.2, 33}), {{{1, 1, 12}}}},
            {jittered({8, 8, 2}, 1, 0.3), smooth, box_of({9, 9, 2.3}), {{{3, 4, 2}}}}};
}

/// Atoms near both faces of open directions must not see each other through them.
inline std::vector<ForceCase> open_boxes() {
    const Atoms middle = jittered({6, 6, 6}, 1, 0.3, {0.25, 0.25, 0.25}, {0.75, 0.75, 0.75});
    const Atoms full = jittered({5, 5, 5}, 1, 0.3);
    const Atoms wide = jittered({8, 8, 8}, 1, 0.3);
    const Vec3<double> straight{0, 0, 0};
    return {
        {wide,
         argon(1.6),
         box_of({10.5, 10.5, 10.5}, straight, {true, true, false}),
         {{{2, 2, 2}}, {{4, 3, 2}}, {{2, 2, 3}}}},
        {wide,
         argon(1.6),
         box_of({10.5, 11, 12}, straight, {false, false, false}),
         {{{2, 2, 2}}, {{3, 2, 4}}, {{4, 4, 4}}}},
        {middle, argon(), box_of({13, 13, 13}, straight, {false, false, false}), {{{4, 3, 5}}}},
        {full, argon(), box_of({5.5, 5.5, 5.5}, straight, {true, false, true}), {{{2, 2, 2}}}},
        {full, argon(4.5), box_of({5.5, 5.5, 5.5}, straight, {false, false, true}), {{{1, 3, 2}}}}};
}

/// Species all of whose pairs have two potentials each, of two strengths and cutoffs.
inline ForceField sums(TypeId types, Truncation truncation) {
    ForceFieldSpec spec;
    for (TypeId a = 0; a < types; ++a) {
        spec.species.push_back(std::string(1, static_cast<char>('A' + a)));
        for (TypeId b = 0; b <= a; ++b) {
            auto params = lennard_jones_and_yukawa();
            const bool weak = (a + b) % 2 == 1;
            if (weak) params.first = {0.4, 0.9};
            spec.pairs.push_back(
                {"", a, b, PairInteraction{params, weak ? 2.2 : 2.5, truncation, 2.0}});
        }
    }
    return ForceField(spec);
}

/// Pairs with two potentials, of one type, two, few and many.
inline std::vector<ForceCase> sums_of_potentials() {
    std::vector<ForceCase> cases;
    for (const Truncation truncation : all_truncations()) {
        for (const TypeId types : {1, 2, 3, 8})
            cases.push_back({jittered({6, 7, 6}, static_cast<int>(types), 0.2),
                             sums(types, truncation),
                             box_of({6.9, 8, 6.9}),
                             {{{2, 3, 2}}}});
    }
    return cases;
}

/// Two species by formulas, one pair of which has two that act together.
inline ForceField formulas(Truncation truncation) {
    const auto both =
        join(potential_by(YukawaParams{2, 1.5}), potential_by(GaussianParams{3, 0.9}));
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.pairs = {
        {"", 0, 0, PairInteraction{potential_by(MieParams{1, 1, 14, 6}), 2.5, truncation, 2.0}},
        {"", 0, 1, PairInteraction{both.value(), 2.2, truncation, 1.8}},
        {"", 1, 1, PairInteraction{potential_by(MorseParams{1, 4, 1.2}), 2.4, truncation, 2.0}}};
    return ForceField(spec);
}

inline std::vector<ForceCase> mixtures_and_tables() {
    return {
        {jittered({6, 6, 6}, 2, 0.2),
         formulas(Truncation::cut),
         box_of({7, 7, 7}, {1, 0, -1}),
         {{{2, 3, 2}}}},
        {jittered({6, 6, 6}, 2, 0.2),
         formulas(Truncation::smooth),
         box_of({6.9, 6.9, 6.9}),
         {{{2, 2, 2}}}},
        {jittered({7, 7, 7}, 3, 0.2), mixture(2.5), box_of({8, 8, 8}), {{{3, 3, 3}}}},
        {jittered({6, 6, 6}, 3, 0.2), mixture(3.0), box_of({7, 7, 7}, {2, 1, -2}), {{{2, 2, 2}}}},
        {jittered({3, 3, 4}, 3, 0.2), mixture(2.9), box_of({3.5, 3.4, 4.6}), {{{1, 2, 1}}}},
        {jittered({6, 6, 6}, 1, 0.2),
         single(tabulated_lennard_jones(4000, true), Truncation::shift),
         box_of({6.9, 6.9, 6.9}),
         {{{2, 3, 2}}}}};
}

/// Atoms on faces, edges and corners of box and cells.
inline std::vector<ForceCase> atoms_on_borders() {
    Atoms atoms;
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 4; ++x) {
                atoms.fraction.push_back(
                    {0.25 * x, 0.25 * y + (x % 2) * 0x1p-40, 0.25 * z - (y % 2) * 0x1p-30});
                atoms.type.push_back(0);
            }
    atoms.fraction.push_back({0.12, 0.13, 0.125});
    atoms.type.push_back(0);
    return {{atoms, argon(), box_of({4.9, 4.9, 4.9}), {{{4, 4, 4}}, {{2, 2, 2}}, {{3, 1, 8}}}}};
}

/// A droplet and a dense speck in a wide box: cells of hundreds of atoms beside empty ones.
inline std::vector<ForceCase> uneven_systems() {
    return {{jittered({10, 10, 10}, 1, 0.3, {0.33, 0.3, 0.36}, {0.69, 0.66, 0.72}),
             argon(),
             box_of({30, 30, 30}),
             {{{1, 1, 1}}, {{6, 6, 6}}, {{9, 10, 11}}}},
            {jittered({10, 10, 10}, 1, 0.3, {0.34, 0.34, 0.34}, {0.49, 0.49, 0.49}),
             single(LennardJonesParams{1, 0.4}, Truncation::cut, 1.2),
             box_of({30, 30, 30}),
             {{{6, 6, 6}}}}};
}

/// Fewer atoms than a warp has lanes.
inline std::vector<ForceCase> few_atoms() {
    return {{{{{0.01, 0.5, 0.99}, {0.95, 0.5, 0.05}}, {0, 0}},
             argon(),
             box_of({10, 10, 10}),
             {{{3, 3, 3}}, {{1, 1, 1}}, {{5, 4, 6}}}},
            {jittered({2, 3, 3}, 2, 0.3, {0, 0, 0}, {0.2, 0.3, 0.3}),
             mixture(2.5),
             box_of({11, 11, 11}),
             {{{4, 4, 4}}, {{2, 2, 2}}}}};
}

inline const std::vector<ForceGroup>& force_groups() {
    static const std::vector<ForceGroup> groups{
        {"cubic boxes", cubic_boxes},
        {"tilted boxes", tilted_boxes},
        {"a cutoff beyond half the box counts every image", boxes_of_many_images},
        {"a wide box of few cells counts each atom once", wide_boxes_of_few_cells},
        {"thin and flat boxes", thin_and_flat_boxes},
        {"open directions have no images", open_boxes},
        {"mixtures and tables", mixtures_and_tables},
        {"sums of potentials", sums_of_potentials},
        {"atoms on borders", atoms_on_borders},
        {"uneven systems", uneven_systems},
        {"few atoms", few_atoms}};
    return groups;
}

} // namespace mdsim::test
