// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/contract.hpp"
#include "core/fixed_sum.hpp"
#include "core/fraction.hpp"
#include "core/hd.hpp"
#include "core/vec3.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Layers of equal thickness between two opposite faces of the box, numbered along the edge that
/// leads from one to the other.
struct Layers {
    int axis = 2; ///< the edge: 0 to 2
    std::uint32_t count = 1;
};

/// The layer that an atom is in; 32 bits of its place decide.
template <class P> MDSIM_HD std::uint32_t layer_of(const Site<P>& site, const Layers& layers) {
    using Bits = std::make_unsigned_t<typename P::Fraction>;
    const Bits place = static_cast<Bits>(site.position()[layers.axis]);
    const auto top =
        static_cast<std::uint64_t>(place >> (fraction_bits<typename P::Fraction> - 32));
    return static_cast<std::uint32_t>(top * layers.count >> 32);
}

/// What is summed over the motion of the atoms of a layer: their momentum along x, y and z [mass
/// length / time], and m v^2 [energy].
inline constexpr int layer_sum_count = 4;
MDSIM_HD FixedScale layer_scale(int sum) {
    return {sum < 3 ? fixed_scale::momentum.bits : fixed_scale::kinetic_energy.bits};
}

/// What the atoms of each layer add up to; the same bits on any number of ranks and threads.
struct LayerSums {
    std::size_t types = 0;
    std::vector<std::int64_t> atoms; ///< [layer][type]
    std::vector<FixedSum> motion;    ///< [layer][sum]

    LayerSums() = default;
    LayerSums(const Layers& layers, std::size_t type_count)
        : types(type_count), atoms(layers.count * type_count, 0) {
        for (std::uint32_t layer = 0; layer < layers.count; ++layer)
            for (int k = 0; k < layer_sum_count; ++k) motion.emplace_back(layer_scale(k));
    }

    void add(std::uint32_t layer, std::size_t type, double mass, const Vec3<double>& v) {
        MDSIM_EXPECT(type < types && layer * types < atoms.size());
        ++atoms[layer * types + type];
        FixedSum* const sum = motion.data() + std::size_t{layer} * layer_sum_count;
        for (int d = 0; d < 3; ++d) sum[d].add(mass * v[d]);
        sum[3].add(mass * dot(v, v));
    }

    /// Adds those of the same layers; one without layers adds nothing, and becomes a copy.
    void merge(const LayerSums& other) {
        if (other.motion.empty()) return;
        if (motion.empty()) {
            *this = other;
            return;
        }
        MDSIM_EXPECT(atoms.size() == other.atoms.size() && motion.size() == other.motion.size());
        for (std::size_t i = 0; i < atoms.size(); ++i) atoms[i] += other.atoms[i];
        for (std::size_t i = 0; i < motion.size(); ++i) motion[i].merge(other.motion[i]);
    }
};

/// The sums over the atoms of this rank, of masses by type.
template <class P>
LayerSums layer_sums(const Particles<P, Host>& particles, const LocalCells& cells,
                     const std::vector<double>& mass, const Layers& layers);

} // namespace mdsim
