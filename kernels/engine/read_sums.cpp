// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/read_sums.hpp"

#include <array>

#include "core/contract.hpp"

namespace mdsim {

namespace {

template <int count, std::size_t n>
void merge_sums(const DeviceSums<count>& from, int first, FixedScale scale,
                std::array<FixedSum, n>& to) {
    for (std::size_t k = 0; k < n; ++k)
        to[k].merge(FixedSum::from_words(
            scale, from.sum[static_cast<std::size_t>(first) + k].words(), from.saturated != 0));
}

} // namespace

PairSums read_sums(const DeviceSums<pair_sums>& from) {
    PairSums sums;
    std::array<FixedSum, 1> energy{FixedSum(fixed_scale::energy)};
    merge_sums(from, 0, fixed_scale::energy, energy);
    sums.energy.merge(energy[0]);
    merge_sums(from, 1, fixed_scale::virial, sums.virial);
    std::array<FixedSum, 1> beyond{FixedSum(fixed_scale::count)};
    merge_sums(from, beyond_sum, fixed_scale::count, beyond);
    sums.beyond.merge(beyond[0]);
    return sums;
}

DescentSums read_sums(const DeviceSums<descent_sum_count>& from) {
    const FixedSum none(fixed_scale::descent);
    std::array<FixedSum, descent_sum_count> sums{none, none, none};
    merge_sums(from, 0, fixed_scale::descent, sums);
    return {sums[0], sums[1], sums[2]};
}

KineticSums read_sums(const DeviceSums<kinetic_sum_count>& from) {
    KineticSums sums;
    merge_sums(from, 0, fixed_scale::kinetic_energy, sums.tensor);
    merge_sums(from, 6, fixed_scale::momentum, sums.momentum);
    return sums;
}

HeatCurrent read_sums(const DeviceSums<heat_current_sums>& from) {
    HeatCurrent current;
    merge_sums(from, 0, fixed_scale::heat_current, current.sum);
    return current;
}

void add_sums(const DeviceSums<layer_sum_count>& from, LayerSums& to, std::size_t layer) {
    constexpr std::size_t count = layer_sum_count;
    MDSIM_EXPECT((layer + 1) * count <= to.motion.size());
    for (std::size_t k = 0; k < count; ++k)
        to.motion[layer * count + k].merge(FixedSum::from_words(
            layer_scale(static_cast<int>(k)), from.sum[k].words(), from.saturated != 0));
}

} // namespace mdsim
