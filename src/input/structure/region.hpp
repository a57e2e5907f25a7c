// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "core/box.hpp"
#include "input/region_settings.hpp"

namespace mdsim {

/// An interval of fractions in each direction: a periodic one may begin below 0 or end above 1.
struct FractionBounds {
    Vec3<double> low{0, 0, 0};
    Vec3<double> width{1, 1, 1};

    /// The part of the box between the bounds; zero where they hold nothing.
    double volume() const { return width.x * width.y * width.z; }
};

/// A shape in a box, together with its periodic images.
///
/// Whether it holds a point depends on the shape, the box and the point only. What lies on the
/// lower of two parallel faces is inside, on the upper one outside, so that shapes that touch share
/// nothing; what lies on a round face is inside. Both hold up to 1e-9 of the box, or of the radius.
class Region {
  public:
    /// `box` spans a volume, and is not tilted for a cylinder.
    Region(const RegionShape& shape, const Box& box);

    /// Whether a point is inside, given by its fractions of the edges of the box.
    bool contains(const Vec3<double>& fraction) const;

    /// Bounds that hold the region; in directions that do not repeat, its part in the box.
    FractionBounds bounds() const;

  private:
    static constexpr double endless = std::numeric_limits<double>::infinity();

    void take(const SphereShape& shape);
    void take(const BlockShape& shape);
    void take(const SlabShape& shape);
    void take(const CylinderShape& shape);

    double nearest_image(Vec3<double> gap) const;

    Box box_;
    Vec3<double> center_;                          ///< in fractions
    Vec3<double> half_{endless, endless, endless}; ///< between parallel faces, in fractions
    double radius_ = endless;
    int axis_ = -1; ///< the direction of a cylinder
};

/// The part of a box that lies in all of some regions, and in none of others.
struct BoxPart {
    std::vector<Region> inside;
    std::vector<Region> outside;

    bool whole() const { return inside.empty() && outside.empty(); }
    bool contains(const Vec3<double>& fraction) const;

    /// Bounds that hold the part.
    FractionBounds bounds() const;

    /// Its part of the volume of the box, counted at the midpoints of a grid of 10^6 cells.
    double volume_fraction() const;
};

} // namespace mdsim
