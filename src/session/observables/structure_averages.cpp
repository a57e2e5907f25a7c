// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/structure_averages.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

/// Of a box that may be looked at.
constexpr double most_waves = 1e9;

bool can_look_at(const LowerTriangular<double>& edges, double largest) {
    const double volume = edges.xx * edges.yy * edges.zz;
    return is_finite(edges) && edges.xx > 0 && edges.yy > 0 && edges.zz > 0 && volume > 0 &&
           waves_within(largest, volume) < most_waves;
}

} // namespace

StructureAverages::StructureAverages(const WaveShells& shells, std::vector<std::int64_t> atoms)
    : shells_(shells), atoms_(std::move(atoms)) {
    MDSIM_EXPECT(shells.largest > 0 && shells.count > 0 && !atoms_.empty());
}

void StructureAverages::choose_waves(const LowerTriangular<double>& edges) {
    MDSIM_EXPECT(!has_waves());
    if (!can_look_at(edges, shells_.largest))
        throw PhysicsError("the box has grown so much that it has too many wave vectors for "
                           "[structure_factor]; lower structure_factor.largest_wave_number");
    edges_ = edges;
    waves_ = find_waves(edges, shells_);
    find_lines();
}

void StructureAverages::find_lines() {
    std::vector<std::int64_t> of_shell(shells_.count, 0);
    for (const std::uint32_t shell : waves_.shell) ++of_shell[shell];
    std::vector<std::size_t> line_of_shell(shells_.count, 0);
    for (std::size_t shell = 0; shell < shells_.count; ++shell) {
        line_of_shell[shell] = vectors_.size();
        if (of_shell[shell] > 0) vectors_.push_back(of_shell[shell]);
    }
    for (const std::uint32_t shell : waves_.shell) line_.push_back(line_of_shell[shell]);
    if (!vectors_.empty()) sums_.emplace(quantities());
}

void StructureAverages::add(const DensityModes& modes, const LowerTriangular<double>& edges) {
    MDSIM_EXPECT(has_waves() && modes.types == types());
    MDSIM_EXPECT(modes.sums.size() == 2 * types() * waves().size());
    if (!sums_) return;
    std::vector<double> sample(quantities(), 0.0);
    for (std::size_t w = 0; w < waves().size(); ++w) {
        double* const of_line = &sample[line_[w] * (1 + pairs())];
        of_line[0] += wave_number(waves()[w], edges);
        double* of_pair = of_line + 1;
        for (std::size_t a = 0; a < types(); ++a)
            for (std::size_t b = a; b < types(); ++b)
                *of_pair++ +=
                    modes.cosine(w, a) * modes.cosine(w, b) + modes.sine(w, a) * modes.sine(w, b);
    }
    for (std::size_t line = 0; line < vectors_.size(); ++line) {
        double* quantity = &sample[line * (1 + pairs())];
        const auto vectors = static_cast<double>(vectors_[line]);
        *quantity++ /= vectors;
        for (std::size_t a = 0; a < types(); ++a)
            for (std::size_t b = a; b < types(); ++b) {
                const double size = std::sqrt(static_cast<double>(atoms_[a])) *
                                    std::sqrt(static_cast<double>(atoms_[b]));
                *quantity++ /= size > 0 ? vectors * size : 1;
            }
    }
    sums_->add(sample);
}

StructureAverages::Factors StructureAverages::factors() const {
    using Means = BlockSums::Means;
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    Factors found;
    std::vector<double> weight; // of each pair in the factor of all atoms
    double all = 0;
    for (const std::int64_t atoms : atoms_) all += static_cast<double>(atoms);
    for (std::size_t a = 0; a < types(); ++a) {
        for (std::size_t b = a; b < types(); ++b) {
            weight.push_back((a == b ? 1 : 2) * std::sqrt(static_cast<double>(atoms_[a])) *
                             std::sqrt(static_cast<double>(atoms_[b])) / all);
            found.partial.push_back({a, b, {}});
        }
    }
    if (!sums_) return found;
    const std::vector<double> totals = sums_->totals();
    for (std::size_t line = 0; line < vectors_.size(); ++line) {
        const std::size_t first = line * (1 + pairs());
        const auto mean_of = [&](std::size_t quantity) {
            return sums_->estimate(totals, [&](const Means& m) { return m[first + quantity]; });
        };
        found.wave_number.push_back(mean_of(0).value);
        found.vectors.push_back(static_cast<double>(vectors_[line]));
        found.factor.push_back(sums_->estimate(totals, [&](const Means& m) {
            double sum = 0;
            for (std::size_t p = 0; p < pairs(); ++p) sum += weight[p] * m[first + 1 + p];
            return sum;
        }));
        for (std::size_t p = 0; p < pairs(); ++p)
            found.partial[p].factor.push_back(weight[p] > 0 ? mean_of(1 + p)
                                                            : MeanWithError{unknown, unknown});
    }
    return found;
}

void StructureAverages::save(const std::string& prefix, OutputState& state) const {
    if (!edges_) return;
    const LowerTriangular<double>& h = *edges_;
    state.set(prefix + "_edges", std::vector<double>{h.xx, h.xy, h.yy, h.xz, h.yz, h.zz});
    if (sums_) state.set(prefix + "_blocks", sums_->numbers());
}

void StructureAverages::restore(const std::string& prefix, const OutputState& state, bool on_root) {
    const std::vector<double> h = state.numbers(prefix + "_edges");
    if (h.size() != 6 || !can_look_at({h[0], h[1], h[2], h[3], h[4], h[5]}, shells_.largest))
        throw InputError("checkpoint", "the box of the wave vectors that it holds is damaged");
    choose_waves({h[0], h[1], h[2], h[3], h[4], h[5]});
    if (sums_ && on_root) sums_ = BlockSums::from(quantities(), state.numbers(prefix + "_blocks"));
}

} // namespace mdsim
