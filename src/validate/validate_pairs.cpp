// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/contract.hpp"
#include "validate/validate_single_point.hpp"
#include "validate/validate_small_system.hpp"

namespace mdsim {

namespace {

constexpr double cutoff = 2.5;
constexpr double switch_from = 2.0;

/// Energy and force -dV/dr of a pair, as the formulas on paper say.
struct Curve {
    double energy = 0;
    double force = 0;
};

/// 4 (r^-12 - r^-6).
Curve paper_lennard_jones(double r) {
    return {4 * (std::pow(r, -12) - std::pow(r, -6)),
            24 * (2 * std::pow(r, -13) - std::pow(r, -7))};
}

/// (1 - r^2/9)^3, which a table of cubics in r^2 holds exactly.
Curve paper_table(double r) {
    const double base = 1 - r * r / 9;
    return {base * base * base, 2 * r / 3 * base * base};
}

Curve paper_sum(double r) {
    const Curve a = paper_lennard_jones(r);
    const Curve b = paper_table(r);
    return {a.energy + b.energy, a.force + b.force};
}

using Paper = Curve (*)(double);

/// The potential as its truncation leaves it.
Curve truncated(Paper potential, Truncation truncation, double r) {
    MDSIM_EXPECT(r > 0);
    if (r >= cutoff) return {};
    const Curve here = potential(r);
    const Curve edge = potential(cutoff);
    switch (truncation) {
    case Truncation::cut:
        return here;
    case Truncation::shift:
        return {here.energy - edge.energy, here.force};
    case Truncation::force_shift:
        return {here.energy - edge.energy + edge.force * (r - cutoff), here.force - edge.force};
    case Truncation::smooth:
        break;
    }
    if (r <= switch_from) return here;
    const double width = cutoff - switch_from;
    const double x = (r - switch_from) / width;
    const double value = 1 - 10 * x * x * x + 15 * x * x * x * x - 6 * x * x * x * x * x;
    const double slope = -30 * x * x * (1 - x) * (1 - x) / width;
    return {here.energy * value, here.force * value - here.energy * slope};
}

TableParams table_of(Paper potential) {
    constexpr int rows = 512;
    TableParams table;
    for (int i = 0; i < rows; ++i) {
        const double r2 = 0.5 + 8.0 * i / (rows - 1);
        const double r = std::sqrt(r2);
        table.curve.r.push_back(r);
        table.curve.energy.push_back(potential(r).energy);
        table.curve.force.push_back(potential(r).force);
    }
    return table;
}

/// From the repulsive core to beyond the cutoff, but not at it; small binary fractions, so that
/// coordinates are exact in mixed precision too and only the potential is put to the test.
std::vector<double> distances() {
    std::vector<double> r(26, 1.03125);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] += 0.0625 * static_cast<double>(i);
    return r;
}

/// Pairs of atoms on a grid, each at one of the distances, along x, y and z in turn; and the forces
/// on them.
SmallSystem lonely_pairs(const PairInteraction& pair, Paper potential,
                         std::vector<Vec3<double>>& force) {
    constexpr double edge = 16;
    constexpr double room = 5.25; // more than the cutoff lies between two pairs
    constexpr std::size_t side = 3;
    MDSIM_EXPECT(force.empty()); // their number places the next pair
    MDSIM_EXPECT(pair.cutoff + distances().back() < room);
    SmallSystem system;
    system.pair = pair;
    system.box.edges = {edge, 0, edge, 0, 0, edge};
    for (const double r : distances()) {
        const std::size_t k = force.size() / 2;
        Vec3<double> along;
        along[static_cast<int>(k % 3)] = 1;
        const std::size_t cell[3] = {k % side, k / side % side, k / (side * side)};
        Vec3<double> centre;
        for (int d = 0; d < 3; ++d) centre[d] = 2 + room * static_cast<double>(cell[d]);
        const double f = truncated(potential, pair.truncation, r).force;
        system.position.push_back(centre + 0.5 * r * along);
        system.position.push_back(centre - 0.5 * r * along);
        force.push_back(f * along);
        force.push_back(-f * along);
    }
    MDSIM_ENSURE(force.size() <= 2 * side * side * side);
    return system;
}

/// The potential as the program evaluates it, pair by pair, where it is furthest off.
Check potential_check(const std::string& name, const ForceField& field, Paper potential,
                      Truncation truncation) {
    constexpr double rounding = 1e-12; // of the largest force
    Check worst{name, "double", "potential", 0, 0, 0};
    double largest = 0;
    for (const double r : distances()) {
        const Curve paper = truncated(potential, truncation, r);
        const PairTerm<double> term = field.evaluate(0, 0, r * r);
        largest = std::max(largest, std::abs(paper.force));
        for (const auto& [reference, found] : {std::pair{paper.energy, term.energy},
                                               std::pair{paper.force, term.force_over_r * r}}) {
            if (std::abs(found - reference) <= std::abs(worst.difference())) continue;
            worst.reference = reference;
            worst.found = found;
        }
    }
    worst.tolerance = rounding * largest;
    return worst;
}

/// Who computes, and where what comes out is kept.
struct Desk {
    const Communicator& comm;
    const Processor& processor;
    std::vector<Check>& checks;
};

void check_potential(const std::string& name, const PairPotentialParams& params, Paper potential,
                     Truncation truncation, const Desk& desk) {
    SinglePointReference reference;
    const PairInteraction pair{params, cutoff, truncation, switch_from};
    const SmallSystem system = lonely_pairs(pair, potential, reference.force);
    reference.name = fmt::format("built-in pairs {} {}", name, enum_name(truncation));
    reference.energy = 0;
    reference.virial_trace = 0;
    for (const double r : distances()) {
        const Curve paper = truncated(potential, truncation, r);
        *reference.energy += paper.energy;
        *reference.virial_trace += paper.force * r;
    }
    const SystemParts parts = parts_of(system, desk.comm, desk.processor);
    if (desk.comm.is_root())
        desk.checks.push_back(
            potential_check(reference.name, parts.force_field, potential, truncation));
    check_single_point<DoublePrecision>(parts, desk.comm, reference,
                                        usual_tolerance<DoublePrecision>(), desk.checks);
    check_single_point<MixedPrecision>(parts, desk.comm, reference,
                                       usual_tolerance<MixedPrecision>(), desk.checks);
}

} // namespace

void add_pair_checks(const Communicator& comm, const Processor& processor,
                     std::vector<Check>& checks) {
    const Desk desk{comm, processor, checks};
    const TableParams table = table_of(paper_table);
    for (const Truncation truncation :
         {Truncation::cut, Truncation::shift, Truncation::force_shift, Truncation::smooth}) {
        check_potential("lennard_jones", LennardJonesParams{1, 1}, paper_lennard_jones, truncation,
                        desk);
        check_potential("table", table, paper_table, truncation, desk);
        check_potential("lennard_jones + table",
                        SumParams<LennardJonesParams, TableParams>{{1, 1}, table}, paper_sum,
                        truncation, desk);
    }
}

} // namespace mdsim
