// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// Raises a number that is not negative to another such one, by their bits.
__device__ inline void raise_to(float* to, float value) {
    atomicMax(reinterpret_cast<unsigned*>(to), __float_as_uint(value));
}
__device__ inline void raise_to(double* to, double value) {
    atomicMax(reinterpret_cast<unsigned long long*>(to),
              static_cast<unsigned long long>(__double_as_longlong(value)));
}

} // namespace mdsim
