// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/fraction.hpp"
#include "cpu/simd/pack.hpp"
#include "cpu/simd/tile_kernels.hpp"

namespace mdsim::simd::MDSIM_SIMD {

template <class T> struct FourOf {
    typedef T type __attribute__((vector_size(4 * sizeof(T)))); // NOLINT(modernize-use-using)
};

/// Replaces the last element of a by that of b. GCC 11 has only its own builtin for this, clang
/// only the other.
template <class Four> MDSIM_HD void take_last(Four& a, const Four& b) {
#if __has_builtin(__builtin_shufflevector)
    a = __builtin_shufflevector(a, b, 0, 1, 2, 7);
#else
    using Integers =
        typename FourOf<std::conditional_t<sizeof(a[0]) == 4, std::int32_t, std::int64_t>>::type;
    a = __builtin_shuffle(a, b, Integers{0, 1, 2, 7});
#endif
}

/// The record of one atom: from fractions relative to the centre to Cartesian components.
template <class P>
MDSIM_HD void put_record(Vec4<typename P::Real>& out, const Vec3<typename P::Real>& d,
                         const LowerTriangular<typename P::Real>& length,
                         typename P::Fraction type) {
    const Vec3<typename P::Real> r = d * length;
    out.x = r.x;
    out.y = r.y;
    out.z = r.z;
    __builtin_memcpy(&out.w, &type, sizeof type);
}

/// Which atom is number i of a gather: that of a slot in a list, or simply atom i.
struct ListedAtoms {
    const LocalIndex* slots;
    MDSIM_HD std::size_t operator()(std::size_t i) const { return slots[i]; }
};
struct ConsecutiveAtoms {
    MDSIM_HD std::size_t operator()(std::size_t i) const { return i; }
};

/// For boxes without tilt: one subtraction, one conversion and one product make a record.
template <class P, class Atoms> MDSIM_HD void convert_straight(const SiteRun<P>& a, Atoms atom) {
    using Real = typename P::Real;
    using Fraction = typename P::Fraction;
    using Integers = typename FourOf<Fraction>::type;
    using Bits = typename FourOf<std::make_unsigned_t<Fraction>>::type;
    using Numbers = typename FourOf<Real>::type;
    const Vec3<Fraction> c = a.centre;
    const Bits centre = reinterpret_cast<Bits>(Integers{c.x, c.y, c.z, 0});
    const LowerTriangular<Real>& h = a.scale.length;
    const Numbers edge{h.xx, h.yy, h.zz, 1};
    for (std::size_t i = 0; i < a.count; ++i) {
        Bits site;
        __builtin_memcpy(&site, &a.site[atom(i)], sizeof site);
        const Integers d = reinterpret_cast<Integers>(site - centre);
        Numbers record = __builtin_convertvector(d, Numbers) * edge;
        take_last(record, reinterpret_cast<Numbers>(site));
        __builtin_memcpy(&a.records[i], &record, sizeof record);
    }
}

template <class P, class Atoms> MDSIM_HD void convert_tilted(const SiteRun<P>& a, Atoms atom) {
    using Real = typename P::Real;
    for (std::size_t i = 0; i < a.count; ++i) {
        const Site<P>& site = a.site[atom(i)];
        const auto d = difference(site.position(), a.centre);
        put_record<P>(a.records[i],
                      {static_cast<Real>(d.x), static_cast<Real>(d.y), static_cast<Real>(d.z)},
                      a.scale.length, site.type);
    }
}

template <class P, class Atoms> MDSIM_HD void convert(const SiteRun<P>& a, Atoms atom) {
    if (a.scale.straight())
        convert_straight(a, atom);
    else
        convert_tilted(a, atom);
}

template <class P> void convert_run(const SiteRun<P>& a) { convert(a, ConsecutiveAtoms{}); }

/// For small boxes: the image of each slot was fixed at the rebuild, and the displacement since
/// then is added to it.
template <class P>
void gather_images(const SlotGather<P>& a, const LocalIndex* slots, const Vec3<double>* shift,
                   std::size_t count, Vec4<typename P::Real>* out) {
    using Real = typename P::Real;
    for (std::size_t i = 0; i < count; ++i) {
        const Site<P>& site = a.site[slots[i]];
        const auto moved = difference(site.position(), a.reference[slots[i]].position());
        const Vec3<double> d{static_cast<double>(moved.x) + shift[i].x,
                             static_cast<double>(moved.y) + shift[i].y,
                             static_cast<double>(moved.z) + shift[i].z};
        put_record<P>(out[i],
                      {static_cast<Real>(d.x), static_cast<Real>(d.y), static_cast<Real>(d.z)},
                      a.scale.length, site.type);
    }
}

/// Fills all records of a tile, the dummies of the windows and of idle lanes included.
template <class P> void gather_slots(const SlotGather<P>& a) {
    using Real = typename P::Real;
    using Layout = SlotLayout<P>;
    const auto slots = a.tile->slots;
    constexpr std::size_t step = Layout::window_records - 1;
    for (std::size_t first = 0; first < slots.size() || first == 0; first += step) {
        const std::size_t count = slots.size() - first < step ? slots.size() - first : step;
        Vec4<Real>* window = a.records + first / step * Layout::window_records;
        window[0] = {-a.far, -a.far, -a.far, Real(0)};
        if (!a.tile->slot_shift.empty())
            gather_images(a, slots.data() + first, a.tile->slot_shift.data() + first, count,
                          window + 1);
        else
            convert(SiteRun<P>{a.site, count, a.tile->centre, a.scale, window + 1},
                    ListedAtoms{slots.data() + first});
    }
    a.records[Layout::idle_record(slots.size())] = {a.far, a.far, a.far, Real(0)};
}

} // namespace mdsim::simd::MDSIM_SIMD
