// SPDX-License-Identifier: BSD-3-Clause
#include "setup/pair_scales.hpp"

#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

bool serves_bonds(const ForceField& field, TypeId a, TypeId b) {
    const auto& functional = field.functional(a, b);
    return functional && is_cluster(*functional);
}

} // namespace

std::vector<PairScale> pair_scales(const ForceField& field) {
    std::vector<PairScale> scales;
    for (TypeId a = 0; a < field.types(); ++a) {
        for (TypeId b = a; b < field.types(); ++b) {
            if (const auto scale = field.scale(a, b))
                scales.push_back({*scale, a, b, serves_bonds(field, a, b)});
        }
    }
    return scales;
}

double reduced_density(const std::vector<PairScale>& scales,
                       const std::vector<std::int64_t>& count_of_type, double volume) {
    MDSIM_EXPECT(volume > 0);
    double atoms = 0;
    for (const std::int64_t count : count_of_type) atoms += static_cast<double>(count);
    double sum = 0;
    double weight = 0;
    for (const PairScale& s : scales) {
        MDSIM_EXPECT(s.a < count_of_type.size() && s.b < count_of_type.size());
        const double part = static_cast<double>(count_of_type[s.a]) *
                            static_cast<double>(count_of_type[s.b]) * (s.a == s.b ? 1 : 2);
        if (part > 0 && s.length == 0) return 0;
        sum += part * std::pow(s.length, 3);
        weight += part;
    }
    return weight > 0 ? atoms / volume * sum / weight : 0;
}

} // namespace mdsim
