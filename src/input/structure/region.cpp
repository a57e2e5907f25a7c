// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/region.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// How far beyond a face a point may lie because of rounding, in fractions of the box or radius.
constexpr double rounding = 1e-9;

bool repeats(const Box& box, int d) { return box.periodic[static_cast<std::size_t>(d)]; }

double edge_of(const Box& box, int d) {
    MDSIM_EXPECT(0 <= d && d < 3);
    return d == 0 ? box.edges.xx : (d == 1 ? box.edges.yy : box.edges.zz);
}

} // namespace

Region::Region(const RegionShape& shape, const Box& box) : box_(box) {
    MDSIM_EXPECT(box.volume() > 0);
    std::visit(
        [this](const auto& one) {
            center_ = one.center ? box_.to_fraction(*one.center) : Vec3<double>{0.5, 0.5, 0.5};
            take(one);
        },
        shape);
}

void Region::take(const SphereShape& shape) { radius_ = shape.radius; }

void Region::take(const BlockShape& shape) {
    const Vec3<double> heights = box_.heights();
    for (int d = 0; d < 3; ++d) half_[d] = shape.edges[d] / heights[d] / 2;
}

void Region::take(const SlabShape& shape) {
    const int d = static_cast<int>(shape.axis);
    half_[d] = shape.thickness / box_.heights()[d] / 2;
}

void Region::take(const CylinderShape& shape) {
    MDSIM_REQUIRE(box_.orthorhombic());
    axis_ = static_cast<int>(shape.axis);
    radius_ = shape.radius;
    if (shape.length) half_[axis_] = *shape.length / edge_of(box_, axis_) / 2;
}

/// The squared length of the shortest image of a difference of fractions in (-0.5, 0.5).
///
/// Images along c and b are tried next to the nearest one of each; of those along a, which change
/// nothing but x, the nearest is known. That is all there can be where no tilt exceeds half an
/// edge.
double Region::nearest_image(Vec3<double> gap) const {
    if (axis_ >= 0) gap[axis_] = 0;
    if (box_.orthorhombic()) {
        const Vec3<double> r = gap * box_.edges;
        return dot(r, r);
    }
    const LowerTriangular<double>& h = box_.edges;
    double least = endless;
    for (int n = 0; n < 9; ++n) {
        const double c = gap.z + (repeats(box_, 2) ? n / 3 - 1 : 0);
        double y = gap.y * h.yy + c * h.yz;
        double b = gap.y;
        if (repeats(box_, 1)) {
            const double boxes = n % 3 - 1 - std::round(y / h.yy);
            b += boxes;
            y += boxes * h.yy;
        }
        double x = gap.x * h.xx + b * h.xy + c * h.xz;
        if (repeats(box_, 0)) x -= h.xx * std::round(x / h.xx);
        const double z = c * h.zz;
        least = std::min(least, x * x + y * y + z * z);
    }
    return least;
}

bool Region::contains(const Vec3<double>& fraction) const {
    Vec3<double> gap = fraction - center_;
    for (int d = 0; d < 3; ++d) {
        if (repeats(box_, d)) gap[d] -= std::round(gap[d]);
        const bool everywhere = repeats(box_, d) && half_[d] >= 0.5 - rounding;
        if (!everywhere && !(gap[d] >= -half_[d] - rounding && gap[d] < half_[d] - rounding))
            return false;
    }
    if (radius_ == endless) return true;
    const double reach = radius_ * (1 + rounding);
    return nearest_image(gap) <= reach * reach;
}

FractionBounds Region::bounds() const {
    constexpr double margin = 2 * rounding;
    FractionBounds bounds;
    const Vec3<double> heights = box_.heights();
    for (int d = 0; d < 3; ++d) {
        const double round = d == axis_ ? endless : radius_ * (1 + margin) / heights[d];
        const double half = std::min(half_[d], round) + margin;
        if (repeats(box_, d)) {
            if (half >= 0.5) continue;
            bounds.low[d] = center_[d] - half;
            bounds.width[d] = 2 * half;
        } else {
            bounds.low[d] = std::clamp(center_[d] - half, 0.0, 1.0);
            bounds.width[d] = std::clamp(center_[d] + half, 0.0, 1.0) - bounds.low[d];
        }
    }
    return bounds;
}

bool BoxPart::contains(const Vec3<double>& fraction) const {
    const auto holds = [&](const Region& region) { return region.contains(fraction); };
    return std::all_of(inside.begin(), inside.end(), holds) &&
           std::none_of(outside.begin(), outside.end(), holds);
}

FractionBounds BoxPart::bounds() const {
    FractionBounds smallest;
    for (const Region& region : inside) {
        const FractionBounds bounds = region.bounds();
        if (bounds.volume() < smallest.volume()) smallest = bounds;
    }
    return smallest;
}

double BoxPart::volume_fraction() const {
    constexpr int cells = 100;
    const FractionBounds range = bounds();
    std::int64_t count = 0;
    const auto place = [&](int d, int i) {
        return range.low[d] + range.width[d] * (i + 0.5) / cells;
    };
    for (int z = 0; z < cells; ++z)
        for (int y = 0; y < cells; ++y)
            for (int x = 0; x < cells; ++x)
                count += contains({place(0, x), place(1, y), place(2, z)});
    return range.volume() * static_cast<double>(count) / (1.0 * cells * cells * cells);
}

} // namespace mdsim
