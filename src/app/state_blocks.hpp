// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/communicator.hpp"
#include "core/precision.hpp"
#include "core/vec3.hpp"
#include "engine/atom_view.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// This rank's block of ids of what a frame shows, in internal units.
struct FrameBlock {
    IdBlock block;
    std::vector<Vec3<float>> position; ///< wrapped, from the corner of the box
    std::vector<Vec3<float>> velocity; ///< those not wanted are empty
    std::vector<Vec3<float>> force;
    std::vector<Vec3<std::int32_t>> image;
};

/// What to put into a frame beside positions.
struct FrameWish {
    bool velocity = false;
    bool force = false;
    bool image = false;
    double force_factor = 1; ///< from internal units to those of the file
};

/// The atoms as they are now, by blocks of ids; collective.
template <class P>
FrameBlock frame_block(const AtomView<P>& atoms, const FrameWish& wish, const Communicator& comm);

/// All that an atom needs to go on from a checkpoint, by blocks of ids.
template <class P> struct CheckpointBlock {
    using Fraction = typename P::Fraction;
    IdBlock block;
    std::vector<Vec3<Fraction>> reference; ///< fractions of the box at the last rebuild
    std::vector<Vec3<Fraction>> moved;     ///< since then
    std::vector<Vec3<typename P::Real>> velocity;
    std::vector<Vec3<std::int32_t>> image;
    std::vector<std::int32_t> type;
};

/// The atoms as a checkpoint stores them; collective.
template <class P>
CheckpointBlock<P> checkpoint_block(const AtomView<P>& atoms, const Communicator& comm);

/// The inverse: records of this rank's block of ids.
template <class P> std::vector<AtomRecord<P>> records_of(const CheckpointBlock<P>& block);

} // namespace mdsim
