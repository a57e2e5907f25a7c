// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "core/no_particle.hpp"
#include "ops/sums.hpp"
#include "ops/wanted_sums.hpp"
#include "physics/motion/motion.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The edges by which a step moves atoms [length]. They are the same but where the box changes.
struct MotionEdges {
    LowerTriangular<double> drift; ///< by them displacements become fractions
    LowerTriangular<double> next;  ///< of the step that begins: in them moves are measured

    /// Those of a box that does not change.
    static MotionEdges of(const Box& box) { return {box.edges, box.edges}; }
};

/// All that moving atoms by one step depends on.
template <class P> struct MotionStep {
    Motion<typename P::Real> motion;
    MotionEdges edges;
    const std::vector<typename P::Real>* inverse_mass; ///< of each type
    double largest_move = 0; ///< in one step, beyond which it is a fault [length]
    std::uint64_t seed = 0;
    Step step = 0; ///< the step that begins
};

/// What moving atoms found out, over the atoms of this rank; merging has no order.
struct MotionReport {
    double displacement2 = 0;   ///< largest from the reference positions [length^2]
    LocalIndex fault = no_atom; ///< an atom that moved too far or is not a number
    /// Its number: of several such atoms the lowest, where drivers look at all of them.
    ParticleId fault_id = no_particle;

    void merge(const MotionReport& other) {
        displacement2 = other.displacement2 > displacement2 ? other.displacement2 : displacement2;
        if (other.fault == no_atom || (fault != no_atom && fault_id <= other.fault_id)) return;
        fault = other.fault;
        fault_id = other.fault_id;
    }
};

/// Ends a step: the second half kick of all owned atoms by their stored forces.
template <class P>
void complete_step(Particles<P, Host>& particles, const LocalCells& cells,
                   const MotionStep<P>& step);

/// Begins a step: first half kick by the stored forces and drift into `particles.next`.
template <class P>
MotionReport begin_step(Particles<P, Host>& particles, const LocalCells& cells,
                        const MotionStep<P>& step);

/// Multiplies all owned velocities with the transpose of a factor, then adds a vector
/// [length / time].
template <class P>
void transform_velocities(Particles<P, Host>& particles, const LocalCells& cells,
                          const LowerTriangular<double>& factor, const Vec3<double>& shift);

/// Kinetic energy tensor and momentum of the owned atoms, as far as they are wanted; `mass` by
/// type.
template <class P>
KineticSums kinetic_sums(const Particles<P, Host>& particles, const LocalCells& cells,
                         const std::vector<double>& mass, WantedSums wanted = WantedSums::all);

} // namespace mdsim
