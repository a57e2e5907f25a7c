// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/field.hpp"
#include "physics/coupling/box_coupling.hpp"

namespace mdsim {

constexpr EnumNames<BoxCoupling, 4> enum_names(BoxCoupling) {
    return {{{"isotropic", BoxCoupling::isotropic},
             {"semi_isotropic", BoxCoupling::semi_isotropic},
             {"anisotropic", BoxCoupling::anisotropic},
             {"full", BoxCoupling::full}}};
}

} // namespace mdsim
