// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/buffer.hpp"

namespace mdsim {

/// A channel: one number of each atom of a rank, owned and halo, that its neighbours must know
/// beyond its position, in the order of the arrays of Particles.
///
/// Channels have one of two lives. The numbers of this one live for a step: in a round of each step
/// the owner computes them anew and sends them to the copies of its atoms, so they do not migrate,
/// and no checkpoint holds them. A number that an atom keeps for ever, such as a charge, goes where
/// the atom goes: it is a column (`state/columns.hpp`), and its line in for_each_halo_column makes
/// it known to neighbours from one rebuild to the next.
template <class Real, class Space> struct Channel {
    Buffer<Real, Space> value;

    /// The memory held [bytes].
    std::size_t bytes() const { return value.bytes(); }
};

} // namespace mdsim
