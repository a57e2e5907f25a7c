// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "core/fixed_sum.hpp"

namespace mdsim {

/// A symmetric tensor as xx, yy, zz, xy, xz, yz, summed free of order.
using TensorSum = std::array<FixedSum, 6>;

/// What pair forces add up to over some atoms, half of each pair at each of its two atoms.
struct PairSums {
    FixedSum energy{fixed_scale::energy};           ///< [energy]
    TensorSum virial = tensor(fixed_scale::virial); ///< sum of r_a F_b [energy]
    FixedSum beyond{fixed_scale::count}; ///< atoms whose density is not one that was fitted

    static TensorSum tensor(FixedScale scale) {
        const FixedSum zero(scale);
        return {zero, zero, zero, zero, zero, zero};
    }
    void merge(const PairSums& other) {
        energy.merge(other.energy);
        for (std::size_t a = 0; a < virial.size(); ++a) virial[a].merge(other.virial[a]);
        beyond.merge(other.beyond);
    }
    bool saturated() const {
        bool any = energy.saturated();
        for (const FixedSum& w : virial) any = any || w.saturated();
        return any;
    }
};

/// The kinetic energy, of the diagonal of the kinetic tensor [energy].
MDSIM_HD double kinetic_energy(const FixedSum& xx, const FixedSum& yy, const FixedSum& zz) {
    return 0.5 * (xx.value() + yy.value() + zz.value());
}

/// What the motion of some atoms adds up to.
struct KineticSums {
    TensorSum tensor = PairSums::tensor(fixed_scale::kinetic_energy); ///< sum of m v_a v_b [energy]
    std::array<FixedSum, 3> momentum{FixedSum(fixed_scale::momentum),
                                     FixedSum(fixed_scale::momentum),
                                     FixedSum(fixed_scale::momentum)}; ///< [mass length / time]

    void merge(const KineticSums& other) {
        for (std::size_t a = 0; a < tensor.size(); ++a) tensor[a].merge(other.tensor[a]);
        for (std::size_t a = 0; a < momentum.size(); ++a) momentum[a].merge(other.momentum[a]);
    }
    bool saturated() const {
        bool any = false;
        for (const FixedSum& k : tensor) any = any || k.saturated();
        for (const FixedSum& p : momentum) any = any || p.saturated();
        return any;
    }
    double kinetic_energy() const { return mdsim::kinetic_energy(tensor[0], tensor[1], tensor[2]); }
};

} // namespace mdsim
