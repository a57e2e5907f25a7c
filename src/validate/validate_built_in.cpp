// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_built_in.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "core/contract.hpp"
#include "validate/validate_configurations.hpp"
#include "validate/validate_direct_sum.hpp"
#include "validate/validate_pairs.hpp"
#include "validate/validate_single_point.hpp"
#include "validate/validate_small_system.hpp"

namespace mdsim {

namespace {

/// A configuration and what is published of it.
struct BuiltInCase {
    SinglePointReference reference;
    SmallSystem system;
};

PairInteraction lennard_jones(double cutoff, Truncation truncation = Truncation::cut) {
    return {LennardJonesParams{1, 1}, cutoff, truncation, 0};
}

Box cube(double edge) { return {{edge, 0, edge, 0, 0, edge}, {}, {true, true, true}}; }

/// NIST Standard Reference Simulation Website, "Lennard-Jones Fluid Reference Calculations: Cuboid
/// Cell", configuration 4; five digits are published.
std::vector<BuiltInCase> nist_cases() {
    const std::vector<Vec3<double>> at(nist_configuration_4.begin(), nist_configuration_4.end());
    const auto make = [&](const char* name, double energy, double error,
                          const PairInteraction& pair, bool tail) {
        BuiltInCase result{{}, {cube(8), at, pair, tail}};
        result.reference.name = std::string("built-in nist-lj-4 ") + name;
        result.reference.energy = energy;
        result.reference.energy_error = error;
        return result;
    };
    std::vector<BuiltInCase> cases{
        make("rc3", -16.790, 5e-4, lennard_jones(3), false),
        make("rc3-tail", -16.790 - 0.54517, 5.05e-4, lennard_jones(3), true),
        make("rc4-tail", -17.060 - 0.23008, 5.05e-4, lennard_jones(4), true),
        make("rc3-lfs", -15.001, 5e-4, lennard_jones(3, Truncation::force_shift), false)};
    cases[0].reference.virial_trace = -46.249;
    cases[3].reference.virial_trace = -43.096;
    cases[0].reference.virial_error = cases[3].reference.virial_error = 5e-4;
    return cases;
}

/// Energies and virials of LAMMPS, 29 Sep 2021 update 2, in double precision.
std::vector<BuiltInCase> lammps_cases() {
    BuiltInCase cluster{{},
                        {cube(40),
                         {displaced_cluster_13.begin(), displaced_cluster_13.end()},
                         lennard_jones(16),
                         false}};
    cluster.system.box.origin = {-20, -20, -20};
    cluster.reference.name = "built-in lj13-cluster";
    cluster.reference.energy = -41.99021774154004;
    cluster.reference.virial = {7.112771979302509,  9.799352461756001, 15.599231496603277,
                                3.6267907498005387, 4.314259634767881, 0.14961629675770505};
    BuiltInCase triclinic{{},
                          {{{3.1, 0.9, 2.9, -0.6, 0.7, 3.2}, {}, {true, true, true}},
                           {small_triclinic_20.begin(), small_triclinic_20.end()},
                           lennard_jones(2.5),
                           false}};
    triclinic.reference.name = "built-in triclinic20";
    triclinic.reference.energy = -108.5212972476995;
    triclinic.reference.virial = {-76.47008853302187, -70.05544555519715,  -76.85277169250585,
                                  -4.709658876506698, -0.9233375935962076, 3.17516159243278};
    return {cluster, triclinic};
}

/// The sum over a perfect fcc lattice of nearest-neighbour distance `a` / sqrt(2): shells are all
/// integer triples of even sum, in units of a/2; and the tail of a uniform fluid.
BuiltInCase fcc_case() {
    constexpr double edge = 1.6;
    constexpr double cutoff = 3.5;
    constexpr int cells = 5;
    constexpr int reach = 8; // shells up to a distance of 8 a/2 = 6.4
    BuiltInCase result{{}, {cube(cells * edge), {}, lennard_jones(cutoff), true}};
    const double atoms = 4.0 * cells * cells * cells;
    double sum = 0;
    for (int x = -reach; x <= reach; ++x) {
        for (int y = -reach; y <= reach; ++y) {
            for (int z = -reach; z <= reach; ++z) {
                const double r2 = (x * x + y * y + z * z) * edge * edge / 4;
                if ((x + y + z) % 2 == 0 && r2 > 0 && r2 < cutoff * cutoff)
                    sum += 4 * (std::pow(r2, -6) - std::pow(r2, -3));
            }
        }
    }
    const double density = 4 / (edge * edge * edge);
    const double tail =
        8.0 / 3 * std::numbers::pi * density * (std::pow(cutoff, -9) / 3 - std::pow(cutoff, -3));
    for (int i = 0; i < 8 * cells * cells * cells; ++i) {
        const int x = i % (2 * cells), y = i / (2 * cells) % (2 * cells),
                  z = i / (4 * cells * cells);
        if ((x + y + z) % 2 == 0)
            result.system.position.push_back({x * edge / 2, y * edge / 2, z * edge / 2});
    }
    MDSIM_ENSURE(static_cast<double>(result.system.position.size()) == atoms);
    result.reference.name = "built-in fcc lattice sum";
    result.reference.energy = atoms * (0.5 * sum + tail);
    return result;
}

/// A gas that fills its box evenly, with two wide cells across: neighbours are few and far between,
/// and both sides of the box see the same cells. The points are the additive recurrence of the
/// generalised golden ratio g^4 = g + 1 (M. Roberts, 2018).
BuiltInCase gas_case() {
    constexpr double edge = 26;
    constexpr double g = 1.2207440846057596;
    BuiltInCase result{{}, {cube(edge), {}, lennard_jones(4), false}};
    for (int i = 0; i < 864; ++i) {
        const Vec3<double> s{i / g, i / (g * g), i / (g * g * g)};
        result.system.position.push_back(edge * s);
    }
    result.reference.name = "built-in gas864";
    return result;
}

/// Forces from the sum over all pairs; energy and virial too, where nothing else is known.
void complete(BuiltInCase& built_in, const Communicator& comm) {
    const SystemParts parts = parts_of(built_in.system, comm, {});
    DirectSum sum = direct_sum(built_in.system.box, built_in.system.position, parts.force_field);
    built_in.reference.force = std::move(sum.force);
    if (built_in.reference.energy) return;
    built_in.reference.energy = sum.energy;
    built_in.reference.virial = sum.virial;
}

template <class P>
void run_case(const BuiltInCase& built_in, const Communicator& comm, const Processor& processor,
              std::vector<Check>& checks) {
    MDSIM_REQUIRE(built_in.reference.energy.has_value());
    check_single_point<P>(parts_of(built_in.system, comm, processor), comm, built_in.reference,
                          usual_tolerance<P>(), checks);
}

} // namespace

std::vector<Check> built_in_checks(const Communicator& comm, const Processor& processor) {
    std::vector<BuiltInCase> cases = nist_cases();
    for (BuiltInCase& next : lammps_cases()) cases.push_back(std::move(next));
    cases.push_back(gas_case());
    for (BuiltInCase& next : cases) complete(next, comm);
    cases.push_back(fcc_case());
    std::vector<Check> checks;
    for (const BuiltInCase& next : cases) {
        run_case<DoublePrecision>(next, comm, processor, checks);
        run_case<MixedPrecision>(next, comm, processor, checks);
    }
    add_pair_checks(comm, processor, checks);
    return checks;
}

} // namespace mdsim
