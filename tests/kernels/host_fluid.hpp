// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/device_cases.hpp"
#include "ops/motion.hpp"

namespace mdsim::test {

/// A small fluid on the host, moved without rebuilds; its velocities are those of a device's atoms.
template <class P> struct HostFluid {
    ForceField field = argon(2.5, Truncation::smooth);
    Box box = box_of({11, 11, 11});
    CellGrid grid{{2, 2, 2}};
    BoxState state{BoxState::at_start(box, grid)};
    OneRank<P> rank = arranged<P>(jittered({10, 10, 10}, 1, 0.1), in_order(1000), box, grid, 128);
    PairDriver<P> driver{field, {1.0, 0, 128}};
    std::vector<typename P::Real> inverse_mass{1};

    explicit HostFluid(const SeenAtoms<P>& like) {
        Particles<P, Host>& p = rank.particles;
        std::vector<Vec4<typename P::Real>> velocity(p.size());
        for (std::size_t i = 0; i < p.size(); ++i)
            velocity[static_cast<std::size_t>(like.particles.id[i])] = like.particles.velocity[i];
        for (std::size_t i = 0; i < p.size(); ++i)
            p.velocity[i] = velocity[static_cast<std::size_t>(p.id[i])];
        p.next.resize_discard(p.size());
        const std::vector<std::uint8_t> seen;
        driver.rebuild({&state, &rank.cells, &p, &seen});
        driver.store_forces(p, nullptr);
    }

    MotionStep<P> at(const Motion<typename P::Real>& motion, Step step) const {
        return {motion, MotionEdges::of(box), &inverse_mass, 0.4, 11, step};
    }
    void take_next() {
        for (std::size_t i = 0; i < rank.particles.size(); ++i)
            rank.particles.site[i] = rank.particles.next[i];
    }
    void begin(const Motion<typename P::Real>& motion, Step step) {
        begin_step(rank.particles, rank.cells, at(motion, step));
        take_next();
    }
    void advance(const Motion<typename P::Real>& motion, Step step) {
        driver.advance(rank.particles, at(motion, step), TileSet::all);
        take_next();
    }
};

/// How far the atoms of two runs are apart at most: positions [length] and velocities.
template <class P>
double distance_of(const Particles<P, Host>& a, const Particles<P, Host>& b, const Box& box) {
    std::vector<std::size_t> place(b.size());
    for (std::size_t i = 0; i < b.size(); ++i) place[static_cast<std::size_t>(b.id[i])] = i;
    const double unit = std::ldexp(1.0, -fraction_bits<typename P::Fraction>);
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t j = place[static_cast<std::size_t>(a.id[i])];
        const auto u = difference(a.site[i].position(), b.site[j].position());
        const Vec3<double> d =
            unit * (Vec3<double>{static_cast<double>(u.x), static_cast<double>(u.y),
                                 static_cast<double>(u.z)} *
                    box.edges);
        const Vec3<double> v = vector_of(a.velocity[i]) - vector_of(b.velocity[j]);
        worst = std::max({worst, std::sqrt(dot(d, d)), std::sqrt(dot(v, v))});
    }
    return worst;
}

} // namespace mdsim::test
