// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/cell_rescaling.hpp"

namespace mdsim {

namespace {

Vec3<double> joined(const Vec3<double>& s, BoxCoupling coupling) {
    if (coupling == BoxCoupling::anisotropic) return s;
    if (coupling == BoxCoupling::semi_isotropic) {
        const double mean = (s.x + s.y) / 2;
        return {mean, mean, s.z};
    }
    const double mean = (s.x + s.y + s.z) / 3;
    return {mean, mean, mean};
}

} // namespace

Vec3<double> CellRescaling::act(const BarostatAction& by) const {
    MDSIM_EXPECT(time > 0 && compressibility > 0 && by.volume > 0 && by.time >= 0);
    const double mobility = compressibility * by.time / (3 * time);
    Vec3<double> s = mobility * (by.pressure - Vec3<double>{by.target, by.target, by.target});
    if (with_noise) {
        MDSIM_EXPECT(by.temperature >= 0);
        s = s + std::sqrt(2 * by.temperature * mobility / by.volume) *
                    gaussian_triple<double>(by.noise);
    }
    return joined(s, coupling);
}

} // namespace mdsim
