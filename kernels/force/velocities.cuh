// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/atoms_view.hpp"
#include "kernels/state/motion_view.hpp"

namespace mdsim {

template <class Real> __device__ Vec3<Real> vector_of(const Vec4<Real>& v) {
    return {v.x, v.y, v.z};
}

template <class Real> __device__ Vec4<Real> stored_vector(const Vec3<Real>& v) {
    return {v.x, v.y, v.z, Real(0)};
}

template <class P>
__device__ typename P::Real inverse_mass_of(const MotionView<P>& view, const Site<P>& site) {
    return view.inverse_mass[view.types == 1 ? 0 : site.type];
}

} // namespace mdsim
