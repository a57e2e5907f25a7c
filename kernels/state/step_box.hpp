// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/fraction_scale.hpp"
#include "kernels/state/move_limits.hpp"

namespace mdsim {

/// From fractions to lengths, and the limits that every move is held against.
template <class P> struct alignas(16) BoxLengths {
    using Real = typename P::Real;

    LowerTriangular<Real> length; ///< [length / unit of the fraction]
    Real largest_move2;           ///< limits as in MoveLimits [length^2]
    Real noted2;

    bool operator==(const BoxLengths&) const = default;
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
    MDSIM_HD StepBox(const LowerTriangular<double>& edges, const MoveLimits& limits) {
        const FractionScale<P> scale(edges);
        lengths.length = scale.length;
        to_fraction = scale.fraction;
        set_limits(limits);
    }

    /// Says that atoms drift in a box of other edges than forces and moves are measured in
    /// [length].
    MDSIM_HD void drift_in(const LowerTriangular<double>& edges) {
        to_fraction = FractionScale<P>(edges).fraction;
    }

    MDSIM_HD void set_limits(const MoveLimits& limits) {
        MDSIM_EXPECT(limits.largest > 0 && limits.noted <= limits.allowed);
        lengths.largest_move2 = square(limits.largest);
        lengths.noted2 = square(limits.noted);
        allowed_move2 = square(limits.allowed);
        against_all2 = square(limits.against_all);
        farthest2 = square(limits.farthest);
    }

    bool operator==(const StepBox&) const = default;

  private:
    /// Of a negative length a negative number, which any move is beyond.
    MDSIM_HD static Real square(double length) {
        return length < 0 ? Real(-1) : static_cast<Real>(length * length);
    }
};

} // namespace mdsim
