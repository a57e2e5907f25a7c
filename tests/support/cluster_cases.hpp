// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "support/cluster_numbers.hpp"
#include "support/force_cases.hpp"

namespace mdsim::test {

/// Two elements with directed bonds in a fluid that sees one of them.
inline ForceField wetted(ForceFieldSpec spec) {
    spec.species.push_back("C");
    spec.pairs = {{"", 2, 2, lj(1, 0.9, 2.5, Truncation::shift)},
                  {"", 0, 2, lj(2, 0.95, 2.2, Truncation::smooth)},
                  {"", 1, 2, std::nullopt}};
    return ForceField(spec);
}

/// So many elements by both potentials.
inline std::vector<ForceField> directed(std::size_t elements) {
    return {ForceField(stillinger_weber_spec(elements)), ForceField(tersoff_spec(elements))};
}

/// One atom with neighbours evenly about it, of `distance` [length], in a box of edge 10.
inline Atoms crowd(int neighbours, double distance) {
    Atoms atoms{{{0.5, 0.5, 0.5}}, {0}};
    for (int n = 0; n < neighbours; ++n) {
        const double z = 1 - (2 * n + 1.0) / neighbours;
        const double turn = 2 * std::numbers::pi * std::numbers::phi * n;
        const double across = std::sqrt(1 - z * z);
        atoms.fraction.push_back({0.5 + 0.1 * distance * across * std::cos(turn),
                                  0.5 + 0.1 * distance * across * std::sin(turn),
                                  0.5 + 0.1 * distance * z});
        atoms.type.push_back(0);
    }
    return atoms;
}

inline std::vector<ForceCase> crystals() {
    std::vector<ForceCase> cases;
    for (const ForceField& field : directed(1)) {
        cases.push_back({jittered({7, 7, 7}, 1, 0.3),
                         field,
                         box_of({7.2, 7.2, 7.2}),
                         {{{3, 3, 3}}, {{1, 1, 1}}, {{4, 3, 5}}}});
        cases.push_back(
            {jittered({7, 7, 7}, 1, 0.2), field, box_of({7, 8, 7.5}, {-3, 3, -3}), {{{2, 3, 4}}}});
    }
    return cases;
}

/// Of two, few, and many types.
inline std::vector<ForceCase> compounds() {
    std::vector<ForceCase> cases;
    for (const std::size_t elements : {2, 3, 16})
        for (const ForceField& field : directed(elements))
            cases.push_back({jittered({6, 7, 6}, static_cast<int>(elements), 0.2),
                             field,
                             box_of({6.3, 7.2, 6.2}),
                             {{{2, 3, 2}}}});
    return cases;
}

/// In the narrowest an atom is its own neighbour, on both sides.
inline std::vector<ForceCase> crystals_of_many_images() {
    std::vector<ForceCase> cases;
    for (const int types : {1, 2}) {
        for (const ForceField& field : directed(static_cast<std::size_t>(types))) {
            cases.push_back({jittered({2, 2, 2}, types, 0.3),
                             field,
                             box_of({2.1, 2.2, 2.15}),
                             {{{1, 1, 1}}, {{2, 1, 2}}}});
            cases.push_back({jittered({1, 2, 3}, types, 0.3),
                             field,
                             box_of({1.05, 2.1, 3.2}, {0.1, -0.2, 0.3}),
                             {{{1, 1, 1}}, {{1, 2, 2}}}});
        }
    }
    return cases;
}

inline std::vector<ForceCase> crystals_beside_fluids() {
    std::vector<ForceCase> cases;
    for (const ForceFieldSpec& spec : {stillinger_weber_spec(2), tersoff_spec(2)})
        cases.push_back(
            {jittered({7, 7, 7}, 3, 0.2), wetted(spec), box_of({7.4, 7.2, 7.6}), {{{3, 3, 3}}}});
    return cases;
}

/// A bond over the face of the box, an atom alone, and as many neighbours as there may be.
inline std::vector<ForceCase> few_directed_atoms() {
    const Atoms few{{{0.01, 0.5, 0.99}, {0.95, 0.5, 0.05}, {0.5, 0.5, 0.5}}, {0, 0, 0}};
    std::vector<ForceCase> cases;
    for (const ForceField& field : directed(1)) {
        cases.push_back({few, field, box_of({10, 10, 10}), {{{3, 3, 3}}, {{1, 1, 1}}}});
        cases.push_back({crowd(most_cluster_neighbours, 1.15),
                         field,
                         box_of({10, 10, 10}),
                         {{{3, 3, 3}}, {{4, 4, 4}}}});
    }
    return cases;
}

inline const std::vector<ForceGroup>& cluster_groups() {
    static const std::vector<ForceGroup> groups{
        {"crystals of directed bonds", crystals},
        {"compounds of directed bonds", compounds},
        {"directed bonds in boxes of many images", crystals_of_many_images},
        {"directed bonds beside fluids", crystals_beside_fluids},
        {"few atoms with directed bonds", few_directed_atoms}};
    return groups;
}

} // namespace mdsim::test
