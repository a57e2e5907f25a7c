// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/buffer.hpp"
#include "core/contract.hpp"
#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "core/vec4.hpp"

namespace mdsim {

/// A channel: numbers of each atom of a rank, owned and halo, that its neighbours must know beyond
/// its position, in the order of the arrays of Particles. Those of an atom, `width` of them, lie
/// side by side.
///
/// Channels have one of two lives. The numbers of this one live for a step: in a round of each step
/// the owner computes them anew and sends them to the copies of its atoms, so they do not migrate,
/// and no checkpoint holds them. A number that an atom keeps for ever, such as a charge, goes where
/// the atom goes: it is a column (`state/columns.hpp`), and its line in for_each_halo_column makes
/// it known to neighbours from one rebuild to the next.
template <class Real, class Space> struct Channel {
    Buffer<Real, Space> value;
    std::size_t width = 1;

    void resize(std::size_t atoms) { value.resize_discard(atoms * width); }
    /// Whether it holds numbers of so many atoms.
    bool is_for(std::size_t atoms) const { return value.size() == atoms * width; }

    /// The numbers of an atom.
    Real* of(LocalIndex atom) { return value.data() + atom * width; }
    const Real* of(LocalIndex atom) const { return value.data() + atom * width; }

    /// The numbers of an atom, four by four; only where the width is a multiple of four.
    Vec4<Real>* record(LocalIndex atom) {
        MDSIM_EXPECT(width % 4 == 0);
        return reinterpret_cast<Vec4<Real>*>(of(atom));
    }
    const Vec4<Real>* record(LocalIndex atom) const {
        MDSIM_EXPECT(width % 4 == 0);
        return reinterpret_cast<const Vec4<Real>*>(of(atom));
    }

    /// The memory held [bytes].
    std::size_t bytes() const { return value.bytes(); }
};

} // namespace mdsim
