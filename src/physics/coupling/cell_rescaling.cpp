// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/cell_rescaling.hpp"

namespace mdsim {

Vec3<double> CellRescaling::act(const BarostatAction& by) const {
    MDSIM_EXPECT(coupling != BoxCoupling::full);
    MDSIM_EXPECT(time > 0 && compressibility > 0 && by.volume > 0 && by.time >= 0);
    const double mobility = compressibility * by.time / (3 * time);
    Vec3<double> s = mobility * (by.pressure - Vec3<double>{by.target, by.target, by.target});
    if (with_noise) {
        MDSIM_EXPECT(by.temperature >= 0);
        s = s + std::sqrt(2 * by.temperature * mobility / by.volume) *
                    gaussian_triple<double>(by.noise);
    }
    const StrainNumbers free = free_part({s.x, s.y, s.z, 0, 0, 0}, coupling);
    return {free[0], free[1], free[2]};
}

} // namespace mdsim
