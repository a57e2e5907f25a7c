// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/buffer.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"
#include "core/precision.hpp"
#include "core/vec3.hpp"
#include "core/vec4.hpp"

namespace mdsim {

/// What FollowingColumns keeps of a column of numbers T: the number of one atom, where the numbers
/// of many atoms are, or these numbers themselves.
struct OneAtom {
    template <class T> using Of = T;
};
struct Pointers {
    template <class T> using Of = T*;
};
struct ConstPointers {
    template <class T> using Of = const T*;
};
template <class Space> struct Buffers { template <class T> using Of = Buffer<T, Space>; };

/// The columns that follow an atom: its numbers beside its position, which go wherever it goes.
///
/// They are listed here alone: sorting, the change of an owner, transfers to devices and back, and
/// checkpoints walk over the list, whatever is in it. A new column is a member and a line in
/// for_each_column; another in for_each_halo_column, if neighbours read it; and the formula by
/// which checkpoints store it, in ops/atom_columns.hpp. One that not every system has belongs here
/// too: a walk would pass it by where its arrays are empty, and for_each_column is the place to see
/// to it.
template <class P, class Kind> struct FollowingColumns {
    template <class T> using Of = typename Kind::template Of<T>;

    /// [length / time]. Its fourth number is free: nothing reads it, and whatever sets a velocity
    /// sets it to zero. It is sorted and migrates with the velocity; checkpoints do not hold it.
    Of<Vec4<typename P::Real>> velocity;
    Of<ParticleId> id;
    Of<Vec3<std::int32_t>> image; ///< boxes to add to unwrap the position of the last rebuild
};

/// Calls f with each column of these objects side by side, in the order of the declaration: first
/// with the velocities of all of them.
template <class F, class... Objects>
MDSIM_HD constexpr void for_each_column(const F& f, Objects&&... of) {
    f(of.velocity...);
    f(of.id...);
    f(of.image...);
}

/// The same for those columns that a rank of processors also knows of its halo, from one rebuild to
/// the next. Devices know none: their halo is positions.
template <class F, class... Objects>
MDSIM_HD constexpr void for_each_halo_column(const F& f, Objects&&... of) {
    f(of.id...);
}

/// What one atom takes in all columns that follow it [bytes].
template <class P> constexpr std::size_t following_bytes() {
    std::size_t sum = 0;
    for_each_column([&](const auto& number) { sum += sizeof(number); },
                    FollowingColumns<P, OneAtom>{});
    return sum;
}

/// Whether for_each_column visits all that this struct of pointers has.
template <class Columns> constexpr bool visits_all() {
    std::size_t sum = 0;
    for_each_column([&](const auto* const&) { sum += sizeof(void*); }, Columns{});
    return sum == sizeof(Columns);
}

/// Whether arrays of these columns, one behind the other, are aligned and whole words: one aligned
/// less strictly comes later.
template <class P> constexpr bool lie_end_to_end() {
    std::size_t last = 64;
    bool fit = true;
    for_each_column(
        [&](const auto& number) {
            constexpr std::size_t here = alignof(std::remove_cvref_t<decltype(number)>);
            fit = fit && here <= last && here % alignof(std::uint32_t) == 0;
            last = here;
        },
        FollowingColumns<P, OneAtom>{});
    return fit;
}

static_assert(visits_all<FollowingColumns<MixedPrecision, Pointers>>());
static_assert(lie_end_to_end<MixedPrecision>() && lie_end_to_end<DoublePrecision>());

/// Brings the columns of atom i of some arrays to one atom, or back.
template <class Arrays, class Atom>
MDSIM_HD void load_columns(const Arrays& from, LocalIndex i, Atom& to) {
    for_each_column([i](const auto& array, auto& number) { number = array[i]; }, from, to);
}
template <class Atom, class Arrays>
MDSIM_HD void store_columns(const Atom& from, Arrays& to, LocalIndex i) {
    for_each_column([i](const auto& number, auto& array) { array[i] = number; }, from, to);
}

/// The same columns, to be read only.
template <class P>
MDSIM_HD FollowingColumns<P, ConstPointers>
const_pointers_of(const FollowingColumns<P, Pointers>& from) {
    FollowingColumns<P, ConstPointers> to{};
    for_each_column([](auto* pointer, auto& reader) { reader = pointer; }, from, to);
    return to;
}

/// Where the columns of these buffers are.
template <class P, class Space>
FollowingColumns<P, Pointers> pointers_to(FollowingColumns<P, Buffers<Space>>& buffers) {
    FollowingColumns<P, Pointers> to{};
    for_each_column([](auto& buffer, auto& pointer) { pointer = buffer.data(); }, buffers, to);
    return to;
}
template <class P, class Space>
FollowingColumns<P, ConstPointers> pointers_to(const FollowingColumns<P, Buffers<Space>>& buffers) {
    FollowingColumns<P, ConstPointers> to{};
    for_each_column([](auto& buffer, auto& pointer) { pointer = buffer.data(); }, buffers, to);
    return to;
}

} // namespace mdsim
