// SPDX-License-Identifier: BSD-3-Clause
// A pair potential that is written as a functional has the bits of the potential.
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/tagged_real.hpp"
#include "cpu/potential_columns.hpp"
#include "cpu/rounds.hpp"
#include "cpu/simd/functional_lanes.hpp"
#include "cpu/simd/level.hpp"
#include "cpu/tile_builder.hpp"
#include "support/catch.hpp"
#include "support/force_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class P> struct LevelPotential {
    SimdLevel level;
    PotentialKernels<P> (*kernels)(bool with_energy, std::size_t types);
};

/// Those of all levels that this processor has.
template <class P> std::vector<LevelPotential<P>> potentials_of_levels() {
    std::vector<LevelPotential<P>> potentials;
    const auto add = [&](SimdLevel level, auto mixed, auto doubles) {
        if (!has_level(level)) return;
        if constexpr (std::is_same_v<P, MixedPrecision>)
            potentials.push_back({level, mixed});
        else
            potentials.push_back({level, doubles});
    };
    add(SimdLevel::baseline, simd::baseline::mixed_potential, simd::baseline::double_potential);
#if defined(__x86_64__)
    add(SimdLevel::avx2, simd::avx2::mixed_potential, simd::avx2::double_potential);
    add(SimdLevel::avx512, simd::avx512::mixed_potential, simd::avx512::double_potential);
#elif defined(__aarch64__)
    add(SimdLevel::neon, simd::neon::mixed_potential, simd::neon::double_potential);
#endif
    return potentials;
}

/// Lennard-Jones pairs of so many types, each with constants and a cutoff of its own.
ForceField argons(TypeId types) {
    ForceFieldSpec spec;
    for (TypeId a = 0; a < types; ++a) {
        spec.species.push_back(std::string(1, static_cast<char>('A' + a)));
        for (TypeId b = 0; b <= a; ++b)
            spec.pairs.push_back({"", a, b, lj(1 + 0.1 * a, 1 - 0.02 * b, 2.5 - 0.1 * (a + b))});
    }
    return ForceField(spec);
}

/// Tiles with lists, whose atoms have slopes of any size.
template <class P> struct Listed {
    using Real = typename P::Real;

    Box box = box_of({7.9, 8.1, 8});
    CellGrid grid{{3, 2, 3}};
    PotentialSet<P> set;
    ListGeometry<P> geometry;
    OneRank<P> rank;
    TileBuilder<P> builder{48};
    TileList<P> list;
    Channel<Real, Host> channel;

    explicit Listed(TypeId types)
        : set(argons(types), {0.3, 0, 48}), geometry(box, grid, set.ranges.largest),
          rank(arranged<P>(jittered({7, 7, 7}, static_cast<int>(types), 0.2), in_order(343), box,
                           grid, 48)) {
        builder.build(geometry, set.ranges, rank.cells, rank.particles, {}, list);
        for (std::size_t i = 0; i < rank.particles.size(); ++i) {
            const auto slope = static_cast<Real>(100 * uniform(7, i) - 60);
            const auto type = static_cast<TypeId>(rank.particles.site[i].type);
            channel.value.append(types > 1 ? tagged(slope, type) : slope);
        }
    }

    /// What a kernel sums up for a tile, by records with types or with slopes.
    std::vector<LaneSums<P>> sums_of(const ListedTile<P>& tile, TileForce<P> kernel,
                                     bool slopes) const {
        std::vector<Vec4<Real>> records(SlotLayout<P>::records(tile.slots.size()));
        cpu_kernels<P>().gather_slots({rank.particles.site.data(), rank.particles.reference.data(),
                                       &tile, geometry.scale, geometry.far, records.data()});
        if (slopes) put_channel<P>(tile, channel, records.data());
        std::vector<LaneSums<P>> sums(tile.groups, LaneSums<P>{});
        kernel({{&tile, tile.runs.data(), records.data(), set.potentials.front().table(), 0},
                sums.data()});
        return sums;
    }
};

} // namespace

TEMPLATE_TEST_CASE("a potential as a functional has the bits of the potential", "[simd]",
                   MixedPrecision, DoublePrecision) {
    for (const TypeId types : {1, 3, 7}) {
        const Listed<TestType> listed(types);
        REQUIRE(listed.set.potentials.size() == 1);
        REQUIRE(listed.list.tiles.size() > 4);
        for (const auto& potential : potentials_of_levels<TestType>()) {
            for (const bool with_energy : {false, true}) {
                CAPTURE(types, name_of(potential.level), with_energy);
                const auto kernels = potential.kernels(with_energy, types);
                int differing = 0;
                double size = 0;
                for (const auto& tile : listed.list.tiles) {
                    const auto expected = listed.sums_of(tile, kernels.potential, false);
                    const auto found = listed.sums_of(tile, kernels.functional, true);
                    differing += std::memcmp(expected.data(), found.data(),
                                             expected.size() * sizeof expected.front()) != 0;
                    for (const auto& sums : found) size += std::abs(double(sums.force[0][0]));
                }
                CHECK(differing == 0);
                CHECK(size > 1);
            }
        }
    }
}
