// SPDX-License-Identifier: BSD-3-Clause
// What each atom has of energy and virial, by a device.
#include "kernels/device_cases.hpp"
#include "support/share_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The shares of a case, with its forces stored before.
template <class P> struct Found {
    DeviceSystem<P> system;
    Forces forces;
    PairSums sums;

    Found(const ForceCase& c, const CellGrid& grid, const Shape& shape,
          const std::vector<std::size_t>& order)
        : system(device_setup(c.field, c.box, grid, shape)) {
        system.adopt(records_of<P>(c.atoms, order));
        forces = device_forces(system);
        store_forces(system, &sums);
        system.forces().find_shares();
    }
    const Particles<P, Host>& particles() { return system.atoms().look().particles; }
    std::vector<AtomShare<P>> shares() {
        const auto all = particles().share.span();
        return {all.begin(), all.end()};
    }
    /// By ids.
    std::vector<AtomShare<P>> ordered() {
        const Particles<P, Host>& p = particles();
        std::vector<AtomShare<P>> by_id(p.size());
        for (std::size_t i = 0; i < p.size(); ++i)
            by_id[static_cast<std::size_t>(p.id[i])] = p.share[i];
        return by_id;
    }
};

template <class P>
bool same(const std::vector<AtomShare<P>>& a, const std::vector<AtomShare<P>>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const AtomShare<P>& x, const AtomShare<P>& y) {
                          return x.energy == y.energy && x.virial == y.virial;
                      });
}

template <class P> void check_groups(const std::vector<ForceGroup>& groups) {
    for (const ForceGroup& group : groups) {
        for (const ForceCase& c : group.cases()) {
            if (c.atoms.type.size() > 400) continue; // a direct sum takes long
            for (const Shape& shape : all_shapes()) {
                CAPTURE(group.name, P::name, DeviceForces::name_of(shape));
                Found<P> found(c, c.grids.front(), shape, in_order(c.atoms.type.size()));
                check_share_sums<P>(found.shares(), found.sums);
                check_atom_energies<P>(found.shares(), reference_of(c, found.particles()));
            }
        }
    }
}

} // namespace

TEMPLATE_TEST_CASE("shares on a device add up to the sums of the system", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    check_groups<TestType>(force_groups());
    check_groups<TestType>(metal_groups());
    check_groups<TestType>(moment_groups());
    check_groups<TestType>(cluster_groups());
}

TEMPLATE_TEST_CASE("virials of atoms on a device are those of numerical slopes", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    for (const ForceCase& c : share_cases()) {
        CAPTURE(c.field.types(), c.field.channel_width());
        Found<TestType> found(c, c.grids.front(), {64, 2}, in_order(c.atoms.type.size()));
        check_virials<TestType>(c, found.particles(), found.shares());
    }
}

TEMPLATE_TEST_CASE("shares on a device keep their bits, and those of forces", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    for (const ForceCase& c : share_cases()) {
        const std::size_t atoms = c.atoms.type.size();
        Found<TestType> found(c, c.grids.front(), {64, 2}, in_order(atoms));
        Found<TestType> again(c, c.grids.front(), {64, 2}, shuffled(atoms, 5));
        CHECK(same<TestType>(found.ordered(), again.ordered()));
        const auto first = found.ordered();
        found.system.forces().find_shares();
        CHECK(same<TestType>(found.ordered(), first));
        CHECK(device_forces(found.system).force == found.forces.force);
    }
}

TEMPLATE_TEST_CASE("columns of shares are those that a look shows", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    const ForceCase c = share_cases().back();
    Found<TestType> found(c, c.grids.front(), {64, 2}, in_order(c.atoms.type.size()));
    const auto expected = found.ordered();
    IdOrder& order = *found.system.id_order();
    REQUIRE(order.index());
    std::vector<float> energy(expected.size());
    std::vector<Matrix3<float>> virial(expected.size());
    order.write(column::EnergyShare{2}, energy.data());
    order.write(column::VirialShare{1}, virial.data());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(energy[i] == static_cast<float>(2 * static_cast<double>(expected[i].energy)));
        for (int k = 0; k < 9; ++k)
            CHECK(virial[i].value[k] == static_cast<float>(expected[i].virial.value[k]));
    }
}
