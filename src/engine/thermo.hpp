// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/communicator.hpp"
#include "core/ids.hpp"
#include "core/matrix3.hpp"
#include "core/vec3.hpp"
#include "ops/sums.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// The thermodynamics of one step over the whole system, the same bits on every rank; internal
/// units.
struct Thermo {
    Step step = 0;
    double time = 0;        ///< [time]
    double potential = 0;   ///< tail correction included [energy]
    double kinetic = 0;     ///< [energy]
    double couplings = 0;   ///< what thermostat and barostat add to the conserved energy [energy]
    double temperature = 0; ///< kT [energy]
    double volume = 0;      ///< [length^3]
    double density = 0;     ///< [1 / length^3]
    LowerTriangular<double> edges{}; ///< of the box [length]
    std::array<double, 6> virial{};  ///< sum of r_a F_b without tail, xx yy zz xy xz yz [energy]
    double tail_virial = 0;          ///< of the tail correction, the trace [energy]
    std::array<double, 6> pressure_tensor{}; ///< tail included [energy / length^3]
    std::array<double, 6> kinetic2{};        ///< sums of m v_a v_b [energy]
    Vec3<double> momentum;                   ///< [mass length / time]
    std::int64_t beyond = 0; ///< atoms whose density is beyond what their functional was fitted to

    double total() const { return potential + kinetic; }
    double conserved() const { return total() + couplings; }
    double pressure() const {
        return (pressure_tensor[0] + pressure_tensor[1] + pressure_tensor[2]) / 3;
    }
};

/// What the sums of a step are turned into thermodynamics with.
struct ThermoContext {
    double volume = 0; ///< [length^3]
    std::int64_t atoms = 0;
    double degrees_of_freedom = 0;
    TailTerm tail;
};

/// Sums over all ranks; collective, free of order. Throws PhysicsError where a sum overflowed.
void add_over_ranks(PairSums& sums, const Communicator& comm);
void add_over_ranks(KineticSums& sums, const Communicator& comm);
void add_over_ranks(std::span<FixedSum> sums, const Communicator& comm, const char* what);

/// The thermodynamics of a step; the pressure is that of Allen and Tildesley (2nd ed. 2017),
/// eq. 2.61.
Thermo make_thermo(const PairSums& pair, const KineticSums& kinetic, const ThermoContext& context);

} // namespace mdsim
