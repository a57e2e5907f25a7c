// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/simd/move_lanes.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// Does the half kick that begins a step, and its drift, for the atoms of a pack.
template <class P>
MDSIM_HD void begin_lanes(const MoveArrays<P>& a, const LaneAtoms& atoms,
                          Vec3<Pack<typename P::Real>>& v,
                          const Vec3<Pack<typename P::Real>>& force, LaneReport<P>& report) {
    drift(a, atoms, begin_motion(a, atoms, v, force), report);
    store_velocity(a, atoms, v);
}

template <class Real>
MDSIM_HD Vec3<Pack<Real>> load_vectors(const Vec4<Real>* base, const LaneAtoms& atoms) {
    const Quad<Real> q = load_records(&base[atoms.first].x, atoms.entries);
    return {q.x, q.y, q.z};
}

template <class P>
void advance_tile(const MoveArrays<P>& a, const ListedTile<P>& tile, const LaneSums<P>* sums,
                  MoveReport<P>& report) {
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    const int count = static_cast<int>(tile.count);
    LaneReport<P> lanes;
    for (int start = 0; start < count; start += Numbers::width) {
        const LaneSums<P>& sum = sums[start / group_lanes];
        const int lane = start % group_lanes;
        const int left = count - start;
        const LaneAtoms atoms{tile.first, tile.lane_atom.data() + start,
                              left < Numbers::width ? left : Numbers::width};
        const Vec3<Numbers> force{Numbers::load(sum.force[0] + lane),
                                  Numbers::load(sum.force[1] + lane),
                                  Numbers::load(sum.force[2] + lane)};
        Vec3<Numbers> v = load_vectors(a.velocity, atoms);
        a.motion.complete(v, force, lane_inverse_mass(a, atoms));
        begin_lanes(a, atoms, v, force, lanes);
    }
    lanes.fold_into(report);
}

/// Calls `act` with the lanes of each pack of consecutive atoms; idle lanes repeat the first atom.
template <class P, class Act>
MDSIM_HD void for_each_pack(LocalIndex first, std::size_t count, Act act) {
    using Real = typename P::Real;
    constexpr int width = Pack<Real>::width;
    for (std::size_t i = 0; i < count; i += width) {
        const std::size_t left = count - i;
        const LocalIndex start = first + static_cast<LocalIndex>(i);
        if (left >= width) {
            act(LaneAtoms{start, consecutive_entries<Real>.entry, width});
        } else {
            std::uint16_t entries[width] = {};
            for (std::size_t lane = 0; lane < left; ++lane)
                entries[lane] = consecutive_entries<Real>.entry[lane];
            act(LaneAtoms{start, entries, static_cast<int>(left)});
        }
    }
}

template <class P> void complete_run(const MoveArrays<P>& a, LocalIndex first, std::size_t count) {
    for_each_pack<P>(first, count, [&](const LaneAtoms& atoms) {
        auto v = load_vectors(a.velocity, atoms);
        a.motion.complete(v, load_vectors(a.force, atoms), lane_inverse_mass(a, atoms));
        store_velocity(a, atoms, v);
    });
}

template <class P>
void begin_run(const MoveArrays<P>& a, LocalIndex first, std::size_t count, MoveReport<P>& report) {
    LaneReport<P> lanes;
    for_each_pack<P>(first, count, [&](const LaneAtoms& atoms) {
        auto v = load_vectors(a.velocity, atoms);
        begin_lanes(a, atoms, v, load_vectors(a.force, atoms), lanes);
    });
    lanes.fold_into(report);
}

} // namespace mdsim::simd::MDSIM_SIMD
