// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/eam_cases.hpp"
#include "support/force_cases.hpp"

namespace mdsim::test {

/// The two metals of eam_cases.hpp, of which each pair also has a dipole and a quadrupole.
inline AdpTables two_angular_metals() {
    AdpTables t{two_metals(), {}, {}};
    const auto smooth = [](double r) { return r < 2.2 ? std::pow(1 - r / 2.2, 3) : 0.0; };
    for (int a = 0; a < 2; ++a) {
        for (int b = 0; b < 2; ++b) {
            const int both = a + b;
            t.dipole.push_back(tabulated(t.spacing, 241, [=](double r) {
                return (1.5 - 0.7 * both) * std::cos(2 * r) * smooth(r);
            }));
            t.quadrupole.push_back(tabulated(t.spacing, 241, [=](double r) {
                return (0.8 + 0.9 * both) * std::exp(-0.5 * r) * smooth(r);
            }));
        }
    }
    return t;
}

/// So many types, of the two metals in turns.
inline ForceFieldSpec adp_spec(TypeId types) {
    std::vector<std::size_t> order;
    for (TypeId a = 0; a < types; ++a) order.push_back(a % 2);
    AdpParams p;
    p.files = {"two.adp"};
    p.tables = std::make_shared<const AdpTables>(chosen(two_angular_metals(), order));
    ForceFieldSpec spec;
    for (TypeId a = 0; a < types; ++a) {
        spec.species.push_back(std::string(1, static_cast<char>('A' + a)));
        for (TypeId b = a; b < types; ++b) spec.functionals.push_back({"", a, b, of_pair(p, a, b)});
    }
    return spec;
}

inline std::vector<ForceCase> angular_metals() {
    std::vector<ForceCase> cases{{jittered({7, 7, 7}, 1, 0.2),
                                  ForceField(adp_spec(1)),
                                  box_of({7, 8, 7.5}, {-3, 3, -3}),
                                  {{{2, 3, 4}}, {{1, 1, 1}}}}};
    for (const TypeId types : {2, 5})
        cases.push_back({jittered({6, 7, 6}, types, 0.2),
                         ForceField(adp_spec(types)),
                         box_of({6.3, 7.2, 6.2}),
                         {{{2, 3, 2}}}});
    return cases;
}

inline std::vector<ForceCase> angular_metals_of_many_images() {
    std::vector<ForceCase> cases;
    for (const TypeId types : {1, 2})
        cases.push_back({jittered({3, 3, 3}, types, 0.3),
                         ForceField(adp_spec(types)),
                         box_of({3.1, 3.2, 3.3}, {1, -1, 1}),
                         {{{1, 1, 1}}, {{2, 1, 2}}}});
    return cases;
}

/// Two metals in a fluid that sees one of them, and a bond over a face beside an atom alone.
inline std::vector<ForceCase> angular_metals_beside_others() {
    ForceFieldSpec wet = adp_spec(2);
    wet.species.push_back("C");
    wet.pairs = {{"", 2, 2, lj(1, 0.9, 2.5, Truncation::shift)},
                 {"", 0, 2, lj(2, 0.95, 2.1, Truncation::smooth)},
                 {"", 1, 2, std::nullopt}};
    const Atoms few{{{0.01, 0.5, 0.99}, {0.95, 0.5, 0.05}, {0.5, 0.5, 0.5}}, {0, 0, 0}};
    return {{jittered({7, 7, 7}, 3, 0.2), ForceField(wet), box_of({7.4, 7.2, 7.6}), {{{3, 3, 3}}}},
            {few, ForceField(adp_spec(1)), box_of({10, 10, 10}), {{{3, 3, 3}}, {{1, 1, 1}}}}};
}

inline const std::vector<ForceGroup>& moment_groups() {
    static const std::vector<ForceGroup> groups{
        {"metals with moments", angular_metals},
        {"metals with moments in boxes of many images", angular_metals_of_many_images},
        {"metals with moments beside others", angular_metals_beside_others}};
    return groups;
}

} // namespace mdsim::test
