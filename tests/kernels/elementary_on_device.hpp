// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "cpu/simd/elementary_lanes.hpp"

namespace mdsim::test {

/// A function of each x and y, computed on the device in use.
template <class Real>
std::vector<Real> evaluated_on_device(Elementary function, const std::vector<Real>& x,
                                      const std::vector<Real>& y);

} // namespace mdsim::test
