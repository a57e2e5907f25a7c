// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/field.hpp"
#include "core/vec3.hpp"

namespace mdsim {

enum class Axis { x, y, z };

constexpr EnumNames<Axis, 3> enum_names(Axis) {
    return {{{"x", Axis::x}, {"y", Axis::y}, {"z", Axis::z}}};
}

constexpr std::string_view center_help =
    "its centre, in the coordinates of the atoms: the box begins at 0, before padding; the centre "
    "of the box if absent";

/// All places within a distance of the centre.
struct SphereShape {
    static constexpr std::string_view name = "sphere";
    std::optional<Vec3<double>> center; ///< [length]
    double radius = 0;                  ///< [length]

    static constexpr auto fields() {
        using S = SphereShape;
        return std::make_tuple(
            field("center", &S::center, Dimension::length, any(), center_help),
            field("radius", &S::radius, Dimension::length, positive(), "its radius", required()));
    }
};

/// A body with three pairs of faces parallel to those of the box.
struct BlockShape {
    static constexpr std::string_view name = "block";
    std::optional<Vec3<double>> center; ///< [length]
    Vec3<double> edges;                 ///< [length]

    static constexpr auto fields() {
        using S = BlockShape;
        return std::make_tuple(
            field("center", &S::center, Dimension::length, any(), center_help),
            field("edges", &S::edges, Dimension::length, positive(),
                  "its lengths along x, y, z; in a tilted box, the distances of its faces, which "
                  "are parallel to those of the box",
                  required()));
    }
};

/// All places between two planes parallel to a pair of faces of the box.
struct SlabShape {
    static constexpr std::string_view name = "slab";
    std::optional<Vec3<double>> center; ///< [length]
    Axis axis = Axis::z;
    double thickness = 0; ///< [length]

    static constexpr auto fields() {
        using S = SlabShape;
        return std::make_tuple(field("center", &S::center, Dimension::length, any(), center_help),
                               field("axis", &S::axis, "the direction across the slab", required()),
                               field("thickness", &S::thickness, Dimension::length, positive(),
                                     "the distance of its two faces", required()));
    }
};

/// All places within a distance of a line along an edge of the box.
struct CylinderShape {
    static constexpr std::string_view name = "cylinder";
    std::optional<Vec3<double>> center; ///< [length]
    Axis axis = Axis::z;
    double radius = 0;            ///< [length]
    std::optional<double> length; ///< [length]

    static constexpr auto fields() {
        using S = CylinderShape;
        return std::make_tuple(
            field("center", &S::center, Dimension::length, any(), center_help),
            field("axis", &S::axis, "the direction along the cylinder", required()),
            field("radius", &S::radius, Dimension::length, positive(), "its radius", required()),
            field("length", &S::length, Dimension::length, positive(),
                  "its length; it goes through the whole box if absent"));
    }
};

/// What the type of a region chooses.
using RegionShape = std::variant<SphereShape, BlockShape, SlabShape, CylinderShape>;

/// What to say to the names that other programs give to shapes; empty for any other word.
constexpr std::string_view meant_by(const RegionShape&, std::string_view word) {
    if (word == "box" || word == "cuboid" || word == "brick" || word == "cube")
        return "did you mean \"block\"? Its lengths are the key `edges`";
    if (word == "plane" || word == "layer" || word == "film") return "did you mean \"slab\"?";
    if (word == "ball" || word == "drop" || word == "droplet") return "did you mean \"sphere\"?";
    return {};
}

/// One [[region]]: a named part of the box.
struct RegionSettings {
    std::string name;
    RegionShape shape;

    static constexpr auto fields() {
        using S = RegionSettings;
        return std::make_tuple(
            field("name", &S::name, "name by which other sections call the region", required()),
            field("type", &S::shape, "its shape, whose own keys follow in the same table",
                  required()));
    }
};

} // namespace mdsim
