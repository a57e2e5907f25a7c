// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/eam_cases.hpp"
#include "support/force_cases.hpp"

namespace mdsim::test {

/// Gupta potentials whose neighbours are one length apart, as strong as those of copper where that
/// melts at a temperature near one; every pair of types has constants and a cutoff of its own.
inline GuptaParams metal(TypeId a, TypeId b, double cutoff = 2.4) {
    const double odd = 0.06 * (a + b);
    return {0.73 * (1 + odd), 10.46 * (1 - odd), 10.96 - odd,       2.278 + odd,
            1 - 0.5 * odd,    cutoff - odd,      0.8 * cutoff - odd};
}

/// An alloy of so many metals.
inline ForceFieldSpec alloy_spec(TypeId types, double cutoff = 2.4) {
    ForceFieldSpec spec;
    for (TypeId a = 0; a < types; ++a) {
        spec.species.push_back(std::string(1, static_cast<char>('A' + a)));
        for (TypeId b = 0; b <= a; ++b) spec.functionals.push_back({"", a, b, metal(a, b, cutoff)});
    }
    return spec;
}

inline ForceField alloy(TypeId types, double cutoff = 2.4) {
    return ForceField(alloy_spec(types, cutoff));
}

/// An alloy of two metals in a fluid that sees one of them.
inline ForceField wetted_alloy() {
    ForceFieldSpec spec = alloy_spec(2);
    spec.species.push_back("C");
    spec.pairs = {{"", 2, 2, lj(1, 0.9, 2.5, Truncation::shift)},
                  {"", 0, 2, lj(2, 0.95, 2.2, Truncation::smooth)},
                  {"", 1, 2, std::nullopt}};
    return ForceField(spec);
}

inline std::vector<ForceCase> metals() {
    return {
        {jittered({7, 7, 7}, 1, 0.3), alloy(1), box_of({7.2, 7.2, 7.2}), {{{3, 3, 3}}}},
        {jittered({7, 7, 7}, 1, 0.2), alloy(1), box_of({7, 8, 7.5}, {-3, 3, -3}), {{{2, 3, 4}}}}};
}

/// Of two, few, and many types.
inline std::vector<ForceCase> alloys() {
    std::vector<ForceCase> cases;
    for (const TypeId types : {2, 3, 6, 16})
        cases.push_back({jittered({6, 7, 6}, static_cast<int>(types), 0.2),
                         alloy(types),
                         box_of({6.3, 7.2, 6.2}),
                         {{{2, 3, 2}}}});
    return cases;
}

inline std::vector<ForceCase> metals_of_many_images() {
    std::vector<ForceCase> cases;
    for (const TypeId types : {1, 2}) {
        const Atoms atoms = jittered({3, 3, 3}, static_cast<int>(types), 0.3);
        cases.push_back({atoms, alloy(types), box_of({3.1, 3.2, 3.3}), {{{1, 1, 1}}, {{2, 1, 2}}}});
        cases.push_back(
            {atoms, alloy(types, 4.0), box_of({3.1, 3.2, 3.3}, {1, -1, 1}), {{{2, 2, 1}}}});
    }
    return cases;
}

inline std::vector<ForceCase> metals_beside_fluids() {
    return {{jittered({7, 7, 7}, 3, 0.2), wetted_alloy(), box_of({7.4, 7.2, 7.6}), {{{3, 3, 3}}}}};
}

/// Atoms that have no neighbour have no density.
inline std::vector<ForceCase> few_metal_atoms() {
    return {{{{{0.01, 0.5, 0.99}, {0.95, 0.5, 0.05}, {0.5, 0.5, 0.5}}, {0, 0, 0}},
             alloy(1),
             box_of({10, 10, 10}),
             {{{3, 3, 3}}}}};
}

/// By tables: one metal, two whose densities depend on both, and boxes of many images.
inline std::vector<ForceCase> metals_by_tables() {
    const ForceField one(eam_spec(1)), two(eam_spec(2));
    return {
        {jittered({7, 7, 7}, 1, 0.2), one, box_of({7, 8, 7.5}, {-3, 3, -3}), {{{2, 3, 4}}}},
        {jittered({6, 7, 6}, 2, 0.2), two, box_of({6.3, 7.2, 6.2}), {{{2, 3, 2}}}},
        {jittered({3, 3, 3}, 2, 0.2), two, box_of({3.1, 3.2, 3.3}), {{{1, 1, 1}}, {{2, 1, 2}}}}};
}

inline const std::vector<ForceGroup>& metal_groups() {
    static const std::vector<ForceGroup> groups{
        {"metals", metals},
        {"alloys", alloys},
        {"metals in boxes of many images", metals_of_many_images},
        {"metals beside fluids", metals_beside_fluids},
        {"few atoms of a metal", few_metal_atoms},
        {"metals by tables", metals_by_tables}};
    return groups;
}

} // namespace mdsim::test
