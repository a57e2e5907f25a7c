// SPDX-License-Identifier: BSD-3-Clause
#include "setup/pair_scales.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace mdsim {

namespace {

/// The deepest point of a table within the cutoff, and where the energy rises above zero inside it.
void measure_table(const TableCurve& curve, double cutoff, PairScale& scale) {
    scale.first_row = curve.r.front();
    std::size_t deepest = curve.r.size();
    for (std::size_t i = 0; i < curve.r.size() && curve.r[i] < cutoff; ++i) {
        if (-curve.energy[i] > scale.energy) {
            scale.energy = -curve.energy[i];
            deepest = i;
        }
    }
    for (std::size_t i = deepest; i > 0 && deepest < curve.r.size(); --i) {
        const double inner = curve.energy[i - 1];
        const double outer = curve.energy[i];
        if (inner < 0) continue;
        scale.length = curve.r[i - 1] + (curve.r[i] - curve.r[i - 1]) * inner / (inner - outer);
        return;
    }
}

} // namespace

std::vector<PairScale> pair_scales(const ForceField& field) {
    std::vector<PairScale> scales;
    for (TypeId a = 0; a < field.types(); ++a) {
        for (TypeId b = a; b < field.types(); ++b) {
            const auto& pair = field.interaction(a, b);
            if (!pair) continue;
            PairScale scale;
            scale.a = a;
            scale.b = b;
            if (const auto* potential = std::get_if<LennardJonesParams>(&pair->params)) {
                scale.energy = potential->epsilon;
                scale.length = potential->epsilon > 0 ? potential->sigma : 0;
                scale.by_sigma = potential->epsilon > 0;
            } else if (const auto* table = std::get_if<TableParams>(&pair->params)) {
                measure_table(table->curve, pair->cutoff, scale);
            }
            scales.push_back(scale);
        }
    }
    return scales;
}

double reduced_density(const std::vector<PairScale>& scales,
                       const std::vector<std::int64_t>& count_of_type, double volume) {
    double atoms = 0;
    for (const std::int64_t count : count_of_type) atoms += static_cast<double>(count);
    double sum = 0;
    double weight = 0;
    for (const PairScale& s : scales) {
        const double part = static_cast<double>(count_of_type[s.a]) *
                            static_cast<double>(count_of_type[s.b]) * (s.a == s.b ? 1 : 2);
        if (part > 0 && s.length == 0) return 0;
        sum += part * std::pow(s.length, 3);
        weight += part;
    }
    return weight > 0 ? atoms / volume * sum / weight : 0;
}

} // namespace mdsim
