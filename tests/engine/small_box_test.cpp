// SPDX-License-Identifier: BSD-3-Clause
// A lone atom that flies through faces of a box is counted through them, however long its lists
// would serve.
#include <cmath>

#include "core/error.hpp"
#include "engine/engine_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// One atom in a box of unlike edges.
struct Flight : Fluid {
    Flight() : Fluid(1, 0.5, Truncation::cut, 1.2) {
        setup.domain.total_atoms = 1;
        setup.count_of_type = {1};
        setup.domain.box.edges = {6, 1, 7, -2, 1.5, 8};
        setup.domain.grid = {{1, 1, 1}};
    }

    template <class P> std::vector<AtomRecord<P>> atom(const Vec3<double>& velocity) const {
        using Real = typename P::Real;
        auto atoms = records<P>();
        atoms.resize(1);
        atoms[0].velocity = {static_cast<Real>(velocity.x), static_cast<Real>(velocity.y),
                             static_cast<Real>(velocity.z), Real(0)};
        return atoms;
    }
};

/// Where an atom is, in boxes from where it would be at no image.
template <class P> Vec3<double> unwrapped(const AtomRecord<P>& r) {
    const auto along = [](auto site, auto moved, int image) {
        return to_double(advanced(site, moved)) + image + crossing(site, advanced(site, moved));
    };
    return {along(r.site.x, r.moved.x, r.image.x), along(r.site.y, r.moved.y, r.image.y),
            along(r.site.z, r.moved.z, r.image.z)};
}

/// Whether a flight at this velocity ends where it must.
template <class P> void check_flight(const Flight& flight) {
    const Vec3<double> v{1.5, -0.75, 2.25};
    SimulationOn<P, Host> simulation(alone(), flight.setup);
    simulation.start(flight.atom<P>(v));
    Collector nothing(0);
    REQUIRE(simulation.run(nve(512, 0.03125), nothing));
    CHECK(simulation.intervals().rebuilds > 5);
    const Vec3<double> way =
        unwrapped(records_of(simulation.atoms())[0]) * flight.setup.domain.box.edges;
    for (int d = 0; d < 3; ++d) CHECK(way[d] == Approx(16 * v[d]).margin(1e-4));
}

} // namespace

TEMPLATE_TEST_CASE("image counts follow an atom whose skin is wider than the box", "[simulation]",
                   MixedPrecision, DoublePrecision) {
    Flight flight;
    flight.setup.skin = GENERATE(0.3, 6.0, 40.0);
    flight.setup.domain.list_range = 1.2 + flight.setup.skin;
    check_flight<TestType>(flight);
}

TEMPLATE_TEST_CASE("image counts follow an atom however long the fixed interval of rebuilds is",
                   "[simulation]", MixedPrecision, DoublePrecision) {
    Flight flight;
    flight.setup.rebuild = RebuildRule::fixed;
    flight.setup.rebuild_every = GENERATE(20, 100, 400, 100000);
    check_flight<TestType>(flight);
}

TEMPLATE_TEST_CASE("an atom that leaves through an open face is told, however wide the skin is",
                   "[simulation]", MixedPrecision, DoublePrecision) {
    Flight flight;
    flight.setup.domain.box = {{6, 0, 7, 0, 0, 8}, {0, 0, 0}, {true, true, false}};
    flight.setup.skin = 40;
    flight.setup.domain.list_range = 41.2;
    SimulationOn<TestType, Host> simulation(alone(), flight.setup);
    simulation.start(flight.atom<TestType>({0, 0, 2.25}));
    Collector nothing(0);
    CHECK_THROWS_AS(simulation.run(nve(512, 0.03125), nothing), PhysicsError);
}
