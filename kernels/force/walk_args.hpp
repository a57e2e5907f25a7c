// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/matrix3.hpp"
#include "kernels/runtime/device_sums.hpp"
#include "kernels/state/channel_view.hpp"
#include "kernels/state/motion_view.hpp"
#include "kernels/state/observed_sums.hpp"
#include "kernels/state/sent_atoms.hpp"
#include "kernels/state/tiles_view.hpp"
#include "physics/motion/motion.hpp"

namespace mdsim {

/// Steps that the host leads one by one are outside of passes: they are always done.
inline constexpr int outside_pass = -1;

/// What every walk over the tiles reads.
template <class P> struct WalkArgs {
    AtomsView<P> atoms;
    ListsView<P> lists;
    ChannelView<P> channel;
    std::uint32_t lanes;       ///< threads that share the list of one atom: a power of two
    std::uint32_t potential;   ///< whose lists are walked
    bool add_stored;           ///< forces of other potentials are there already
    int kernel = outside_pass; ///< its number in the pass
};

/// The motion of each step of a batch: one for all, or those of an array of the device.
template <class Real> struct StepMotions {
    Motion<Real> one;                      ///< of an array only whether all are thermal
    const Motion<Real>* of_step = nullptr; ///< from the first step of the batch on; null: `one`

    MDSIM_HD Motion<Real> at(const Control& control, Step step) const {
        MDSIM_EXPECT(of_step == nullptr ||
                     (step >= control.first_step && step < control.step + control.steps_left));
        return of_step != nullptr ? of_step[step - control.first_step] : one;
    }

    bool operator==(const StepMotions&) const = default;
};

/// What a round needs beside the walk.
template <class P> struct RoundArgs {
    SentAtoms<P> sent{};                     ///< as in AdvanceArgs
    DeviceSums<pair_sums>* totals = nullptr; ///< takes energies of atoms, if given
    bool overlaps = false;                   ///< likewise as in AdvanceArgs
};

/// Where the sums of a step go that thermostat and barostat act by; null where there are none.
struct SumsToTake {
    const double* mass = nullptr;     ///< of each type
    DeviceSums<3>* kinetic = nullptr; ///< of the diagonal of the kinetic tensor, of a thermostat
    PressureSums pressure = {};       ///< in place of `kinetic`, of a barostat
    bool all = false; ///< of `pressure` all sums, as a sample holds them, not the diagonals alone

    bool any() const { return kinetic != nullptr || pressure.pair != nullptr; }
};

/// What ending a step needs beside forces, where a thermostat or a barostat acts as it ends.
template <class P> struct CompleteArgs {
    MotionView<P> view;
    StepMotions<typename P::Real> motions;
    SumsToTake sums;
    bool overlaps; ///< as in AdvanceArgs
};

/// What happens between the half kicks of a step that is done in one.
struct CoupledMove {
    SumsToTake sums;
    /// Of velocities, as in DeviceCoupling; null where nothing acts.
    const LowerTriangular<double>* factor = nullptr;

    bool any() const { return sums.any() || factor != nullptr; }
};

/// What moving atoms needs beside forces.
template <class P> struct AdvanceArgs {
    MotionView<P> view;
    StepMotions<typename P::Real> motions;
    /// Where other ranks see atoms of this one: steps send them there. Empty for a rank that is
    /// alone.
    SentAtoms<P> sent{};
    /// The step begins while the kernel before it ends, which does a step of the same pass, or
    /// checks it; an action beside the steps has ended where it comes.
    bool overlaps = false;
    /// Not where friction and noise act.
    CoupledMove coupled = {};
};

} // namespace mdsim
