// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/box_coupling.hpp"

namespace mdsim {

StrainNumbers free_part(const StrainNumbers& numbers, BoxCoupling coupling) {
    const auto& [xx, yy, zz, xy, xz, yz] = numbers;
    switch (coupling) {
    case BoxCoupling::full:
        return numbers;
    case BoxCoupling::anisotropic:
        return {xx, yy, zz, 0, 0, 0};
    case BoxCoupling::semi_isotropic: {
        const double mean = (xx + yy) / 2;
        return {mean, mean, zz, 0, 0, 0};
    }
    case BoxCoupling::isotropic:
        break;
    }
    const double mean = (xx + yy + zz) / 3;
    return {mean, mean, mean, 0, 0, 0};
}

} // namespace mdsim
