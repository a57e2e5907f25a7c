// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ops/device_system.hpp"
#include "support/check_forces.hpp"

namespace mdsim::test {

/// How tiles are shared among threads.
struct Shape {
    std::uint32_t atoms;
    std::uint32_t lanes;
};

inline std::vector<Shape> all_shapes() { return {{32, 1}, {64, 4}, {128, 2}, {256, 1}}; }

inline DeviceSetup device_setup(const ForceField& field, const Box& box, const CellGrid& grid,
                                const Shape& shape = {64, 4}, double skin = 0.3) {
    DeviceSetup setup;
    setup.box = box;
    setup.grid = grid;
    setup.force_field = &field;
    setup.mass.assign(field.types(), 1.0);
    setup.skin = skin;
    setup.tile_target = shape.atoms;
    setup.lanes_per_atom = shape.lanes;
    setup.largest_move = 0.4;
    setup.seed = 11;
    return setup;
}

/// Atoms at rest as records, in the order `order`.
template <class P>
std::vector<AtomRecord<P>> records_of(const Atoms& atoms, const std::vector<std::size_t>& order) {
    using Fraction = typename P::Fraction;
    std::vector<AtomRecord<P>> records;
    for (const std::size_t i : order) {
        const Vec3<double>& s = atoms.fraction[i];
        AtomRecord<P> r{};
        r.site = {to_fixed_fraction<Fraction>(s.x), to_fixed_fraction<Fraction>(s.y),
                  to_fixed_fraction<Fraction>(s.z), static_cast<Fraction>(atoms.type[i])};
        r.id = static_cast<ParticleId>(i);
        records.push_back(r);
    }
    return records;
}

/// The same in the order of their ids, with velocities that differ from atom to atom.
template <class P> std::vector<AtomRecord<P>> moving_records(const Atoms& atoms, double speed) {
    using Real = typename P::Real;
    auto records = records_of<P>(atoms, in_order(atoms.type.size()));
    for (AtomRecord<P>& r : records) {
        const auto n = 3 * static_cast<std::uint64_t>(r.id);
        r.velocity = {static_cast<Real>(speed * (uniform(1, n) - 0.5)),
                      static_cast<Real>(speed * (uniform(1, n + 1) - 0.5)),
                      static_cast<Real>(speed * (uniform(1, n + 2) - 0.5)), Real(0)};
    }
    return records;
}

/// Numbers 0, 1 ... in an order of chance.
inline std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t series) {
    auto order = in_order(count);
    std::sort(order.begin(), order.end(), [series](std::size_t a, std::size_t b) {
        return uniform(series, a) < uniform(series, b);
    });
    return order;
}

template <class P> Vec3<double> vector_of(const Vec4<P>& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

/// Stores forces; adds energy and virial to `sums` unless it is null.
template <class P> void store_forces(DeviceSystem<P>& system, PairSums* sums) {
    system.forces().store(sums != nullptr ? WantedSums::all : WantedSums::none);
    if (sums != nullptr) sums->merge(system.forces().sums());
}

/// All memory that a system holds on its device.
template <class P> std::size_t bytes_of(const DeviceSystem<P>& system) {
    return system.atoms().bytes() + system.forces().bytes();
}

/// The forces that a device has stored, by id, with energy and virial.
template <class P> Forces device_forces(DeviceSystem<P>& system) {
    PairSums sums;
    store_forces(system, &sums);
    const SeenAtoms<P> seen = system.atoms().look();
    Forces result;
    result.force.resize(system.atoms().owned());
    for (std::size_t i = 0; i < system.atoms().owned(); ++i)
        result.force[static_cast<std::size_t>(seen.particles.id[i])] =
            vector_of(seen.particles.force[i]);
    result.energy = sums.energy.value();
    for (std::size_t a = 0; a < 6; ++a) result.virial[a] = sums.virial[a].value();
    result.lists = system.forces().report();
    return result;
}

/// What a test of forces needs to know of a device, but for the shapes of tiles that it tries.
struct DeviceForces {
    static std::string name_of(const Shape& shape) {
        return std::to_string(shape.atoms) + " atoms, lanes " + std::to_string(shape.lanes);
    }

    template <class P>
    static Forces forces(const ForceCase& c, const CellGrid& grid, const Shape& shape) {
        DeviceSystem<P> system(device_setup(c.field, c.box, grid, shape));
        system.adopt(records_of<P>(c.atoms, in_order(c.atoms.type.size())));
        return device_forces(system);
    }
};

/// Whether two systems have the same atoms in the same order, bit by bit.
template <class P> bool same_state(DeviceSystem<P>& a, DeviceSystem<P>& b) {
    const auto& x = a.atoms().look().particles;
    const auto& y = b.atoms().look().particles;
    bool same = x.size() == y.size();
    for (std::size_t i = 0; same && i < x.size(); ++i)
        same = x.site[i].position() == y.site[i].position() && x.id[i] == y.id[i] &&
               x.velocity[i].x == y.velocity[i].x && x.velocity[i].y == y.velocity[i].y &&
               x.velocity[i].z == y.velocity[i].z && x.image[i] == y.image[i];
    return same;
}

/// Runs a batch of a fluid that counts its `step`, `rebuilds` and `last_rebuild`; of its first step
/// from between the half kicks on if asked. Returns whether a rebuild is due, and has not been
/// done.
template <class P, class Fluid>
bool run_batch(Fluid& fluid, std::int64_t steps,
               const std::vector<Motion<typename P::Real>>& motions, double skin,
               bool between_kicks = false) {
    StepBatch<P> batch;
    batch.between_kicks = between_kicks;
    batch.first = fluid.step;
    batch.steps = steps;
    batch.motion = motions;
    batch.allowed_move = {skin / 2};
    batch.last_rebuild = fluid.last_rebuild;
    const BatchReport report = fluid.system.batches().run(batch);
    REQUIRE(report.fault == no_atom);
    REQUIRE(report.steps == steps);
    fluid.step += steps;
    fluid.rebuilds += report.rebuilds;
    fluid.last_rebuild = report.last_rebuild;
    return report.rebuild_due;
}

} // namespace mdsim::test
