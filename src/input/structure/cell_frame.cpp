// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/cell_frame.hpp"

#include <cmath>

#include "core/contract.hpp"

namespace mdsim::source {

namespace {

Vec3<double> cross(const Vec3<double>& a, const Vec3<double>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double length(const Vec3<double>& a) { return std::sqrt(dot(a, a)); }

bool is_length(double x) { return std::isfinite(x) && x > 0; }

} // namespace

CellFrame cell_frame(const std::array<Vec3<double>, 3>& rows, std::string& fault) {
    MDSIM_EXPECT(fault.empty());
    constexpr double flat = 1e-9; // volume over the product of the edge lengths
    const Vec3<double>& a = rows[0];
    const Vec3<double>& b = rows[1];
    const Vec3<double>& c = rows[2];
    const double volume = dot(cross(a, b), c);
    const double product = length(a) * length(b) * length(c);
    CellFrame frame;
    if (!std::isfinite(volume) || !std::isfinite(product) || !(std::abs(volume) > flat * product)) {
        fault = "the three edge vectors span no volume (or are too large to tell)";
        return frame;
    }
    if (volume < 0) {
        fault = "the edge vectors are left-handed (a x b . c is negative); exchange two of them";
        return frame;
    }
    const bool lower = a.y == 0 && a.z == 0 && b.z == 0 && a.x > 0 && b.y > 0;
    if (lower) {
        frame.edges = {a.x, b.x, b.y, c.x, c.y, c.z};
        MDSIM_ENSURE(c.z > 0); // as the volume is above zero
        return frame;
    }
    const Vec3<double> normal = cross(a, b);
    frame.rotated = true;
    frame.axes[0] = (1.0 / length(a)) * a;
    frame.axes[2] = (1.0 / length(normal)) * normal;
    frame.axes[1] = cross(frame.axes[2], frame.axes[0]);
    frame.edges = {length(a),
                   dot(b, frame.axes[0]),
                   dot(b, frame.axes[1]),
                   dot(c, frame.axes[0]),
                   dot(c, frame.axes[1]),
                   dot(c, frame.axes[2])};
    const LowerTriangular<double>& h = frame.edges;
    if (!is_length(h.xx) || !is_length(h.yy) || !is_length(h.zz))
        fault = "the edge vectors are too small to be told apart";
    return frame;
}

} // namespace mdsim::source
