// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "core/buffer.hpp"
#include "core/fraction.hpp"
#include "core/ids.hpp"
#include "core/matrix3.hpp"
#include "core/precision.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The arrays of atoms, in either memory, as those read them who go from atom to atom.
template <class P> struct AtomArrays : FollowingColumns<P, ConstPointers> {
    const Site<P>* site;
    const Site<P>* reference;
    const Vec4<typename P::Real>* force;
    const AtomShare<P>* share; ///< null unless they have been found
};

/// What a file says of one atom: a formula for each quantity, the same on processors and devices.
namespace column {

template <class Real> MDSIM_HD Vec3<float> to_float(const Vec4<Real>& v, double factor) {
    return {static_cast<float>(static_cast<double>(v.x) * factor),
            static_cast<float>(static_cast<double>(v.y) * factor),
            static_cast<float>(static_cast<double>(v.z) * factor)};
}

/// Where it is in the box, from its corner [length].
struct Position {
    LowerTriangular<double> edges;
    template <class P> MDSIM_HD Vec3<float> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Site<P> s = a.site[i];
        const Vec3<double> x = Vec3<double>{to_double(s.x), to_double(s.y), to_double(s.z)} * edges;
        return {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)};
    }
};

struct Velocity {
    template <class P> MDSIM_HD Vec3<float> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        return to_float(a.velocity[i], 1);
    }
};

/// The stored force times a factor.
struct Force {
    double factor;
    template <class P> MDSIM_HD Vec3<float> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        return to_float(a.force[i], factor);
    }
};

/// What it has of the potential energy, times a factor.
struct EnergyShare {
    double factor;
    template <class P> MDSIM_HD float operator()(const AtomArrays<P>& a, LocalIndex i) const {
        MDSIM_EXPECT(a.share != nullptr);
        return static_cast<float>(static_cast<double>(a.share[i].energy) * factor);
    }
};

/// What it has of the virial, times a factor.
struct VirialShare {
    double factor;
    template <class P>
    MDSIM_HD Matrix3<float> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        MDSIM_EXPECT(a.share != nullptr);
        Matrix3<float> to{};
        for (int k = 0; k < 9; ++k)
            to.value[k] =
                static_cast<float>(static_cast<double>(a.share[i].virial.value[k]) * factor);
        return to;
    }
};

/// Boxes to add to unwrap where it is.
struct Image {
    template <class P>
    MDSIM_HD Vec3<std::int32_t> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Site<P> from = a.reference[i];
        const Site<P> to = a.site[i];
        return a.image[i] + Vec3<std::int32_t>{crossing(from.x, to.x), crossing(from.y, to.y),
                                               crossing(from.z, to.z)};
    }
};

/// Where it is, exactly.
struct Place {
    template <class P>
    MDSIM_HD Vec3<typename P::Fraction> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        return a.site[i].position();
    }
};

/// Where it was at the last rebuild, exactly.
struct Reference {
    template <class P>
    MDSIM_HD Vec3<typename P::Fraction> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        return a.reference[i].position();
    }
};

/// How far it moved since, exactly.
struct Moved {
    template <class P>
    MDSIM_HD Vec3<typename P::Fraction> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        return difference(a.site[i].position(), a.reference[i].position());
    }
};

/// The velocity with all its digits.
struct ExactVelocity {
    template <class P>
    MDSIM_HD Vec3<typename P::Real> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Vec4<typename P::Real> v = a.velocity[i];
        return {v.x, v.y, v.z};
    }
};

/// The stored force with all its digits.
struct ExactForce {
    template <class P>
    MDSIM_HD Vec3<typename P::Real> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Vec4<typename P::Real> f = a.force[i];
        return {f.x, f.y, f.z};
    }
};

/// Boxes to add to unwrap where it was at the last rebuild.
struct ReferenceImage {
    template <class P>
    MDSIM_HD Vec3<std::int32_t> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        return a.image[i];
    }
};

/// The same as doubles [length / time].
struct WideVelocity {
    template <class P>
    MDSIM_HD Vec3<double> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Vec4<typename P::Real> v = a.velocity[i];
        return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
    }
};

/// Where it is in the box, with all digits [length].
struct WidePosition {
    LowerTriangular<double> edges;
    Vec3<double> origin;
    template <class P>
    MDSIM_HD Vec3<double> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Site<P> s = a.site[i];
        return Vec3<double>{to_double(s.x), to_double(s.y), to_double(s.z)} * edges + origin;
    }
};

/// The stored force as doubles.
struct WideForce {
    template <class P>
    MDSIM_HD Vec3<double> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Vec4<typename P::Real> f = a.force[i];
        return {static_cast<double>(f.x), static_cast<double>(f.y), static_cast<double>(f.z)};
    }
};

/// Where it is, all ways around the box included; without an origin from the corner of the box
/// [length].
struct Unwrapped {
    LowerTriangular<double> edges;
    Vec3<double> origin{0, 0, 0};
    template <class P>
    MDSIM_HD Vec3<double> operator()(const AtomArrays<P>& a, LocalIndex i) const {
        const Site<P> s = a.site[i];
        const Vec3<std::int32_t> n = Image{}(a, i);
        return Vec3<double>{to_double(s.x) + n.x, to_double(s.y) + n.y, to_double(s.z) + n.z} *
                   edges +
               origin;
    }
};

struct Type {
    template <class P>
    MDSIM_HD std::int32_t operator()(const AtomArrays<P>& a, LocalIndex i) const {
        return static_cast<std::int32_t>(a.site[i].type);
    }
};

} // namespace column

using AnyColumn =
    std::variant<column::Position, column::Velocity, column::Force, column::EnergyShare,
                 column::VirialShare, column::Image, column::Place, column::Reference,
                 column::Moved, column::ExactVelocity, column::ExactForce, column::ReferenceImage,
                 column::WidePosition, column::WideVelocity, column::WideForce, column::Unwrapped,
                 column::Type>;

/// The type of a column's values.
template <class P, class Column>
using ColumnValue = std::invoke_result_t<const Column&, const AtomArrays<P>&, LocalIndex>;

/// The size of a column's value [bytes].
template <class P> std::size_t value_bytes(const AnyColumn& column) {
    return std::visit(
        [](const auto& r) { return sizeof(ColumnValue<P, std::decay_t<decltype(r)>>); }, column);
}

/// As what files store a number of a column: without padding.
template <class T> struct StoredNumber { using Type = T; };
template <class Real> struct StoredNumber<Vec4<Real>> { using Type = Vec3<Real>; };

/// The columns as files store them, for FollowingColumns.
struct StoredBuffers {
    template <class T> using Of = Buffer<typename StoredNumber<T>::Type, Host>;
};

/// Takes a number back from what was stored of it; a number that was not stored becomes zero.
template <class T> void take_stored(const T& stored, T& number) { number = stored; }
template <class Real> void take_stored(const Vec3<Real>& stored, Vec4<Real>& number) {
    number = {stored.x, stored.y, stored.z, Real(0)};
}

/// Calls f(name, formula, columns...) for each column that an atom needs to go on from a
/// checkpoint, side by side in these objects: the name of its array there, and the formula that
/// fills it. These are all columns but the ids, by which a checkpoint is ordered.
template <class F, class... Objects>
constexpr void for_each_stored_column(const F& f, Objects&&... of) {
    f("velocity", column::ExactVelocity{}, of.velocity...);
    f("image", column::ReferenceImage{}, of.image...);
}

/// What a checkpoint stores of them [bytes an atom].
template <class P> constexpr std::size_t stored_bytes() {
    std::size_t sum = 0;
    for_each_stored_column([&]<class Formula>(const char*, const Formula&) {
        sum += sizeof(ColumnValue<P, Formula>);
    });
    return sum;
}

/// Whether a checkpoint stores all that follows an atom.
template <class P> constexpr bool stores_all() {
    const FollowingColumns<P, Pointers> columns{};
    std::size_t pointers = sizeof columns.id;
    for_each_stored_column(
        [&](const char*, const auto&, const auto* const&) { pointers += sizeof(void*); }, columns);
    return pointers == sizeof columns;
}

static_assert(stores_all<MixedPrecision>());

} // namespace mdsim
