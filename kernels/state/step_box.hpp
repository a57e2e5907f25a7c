// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/fraction_scale.hpp"

namespace mdsim {

/// How far atoms may move before something happens [length].
struct MoveLimits {
    double largest = 0;     ///< in one step: beyond this it is a fault
    double allowed = 0;     ///< from the reference: beyond this lists may be stale
    double noted = 0;       ///< beyond this an atom is looked at closer; `allowed` or less
    double against_all = 0; ///< beyond this a search tests an atom against all others
    double farthest = 0;    ///< beyond this a search does not see all pairs: lists count as stale

    bool operator==(const MoveLimits&) const = default;
};

/// From fractions to lengths, and the limits that every move is held against.
template <class P> struct alignas(16) BoxLengths {
    using Real = typename P::Real;

    LowerTriangular<Real> length; ///< [length / unit of the fraction]
    Real largest_move2;           ///< limits as in MoveLimits [length^2]
    Real noted2;
};

/// All that kernels need to know of the box of a step. It lies in the memory of the device, so that
/// a recorded graph serves whatever the box is.
///
/// Every thread reads the same address: before j-atoms are gathered and again where atoms are
/// moved, never for each pair. What moving needs lies within one line of the caches.
template <class P> struct alignas(128) StepBox {
    using Real = typename P::Real;

    BoxLengths<P> lengths{};                         ///< of forces and moves
    alignas(16) LowerTriangular<Real> to_fraction{}; ///< of drifts [unit of the fraction / length]
    Real allowed_move2 = 0;                          ///< limits as in MoveLimits [length^2]
    Real against_all2 = 0;
    Real farthest2 = 0;

    StepBox() = default;
    /// Of a box with these edges [length].
    StepBox(const LowerTriangular<double>& edges, const MoveLimits& limits)
        : lengths{FractionScale<P>(edges).length, square(limits.largest), square(limits.noted)},
          to_fraction(FractionScale<P>(edges).fraction), allowed_move2(square(limits.allowed)),
          against_all2(square(limits.against_all)), farthest2(square(limits.farthest)) {
        MDSIM_EXPECT(limits.largest > 0 && limits.noted <= limits.allowed);
    }

  private:
    static Real square(double length) { return static_cast<Real>(length * length); }
};

} // namespace mdsim
