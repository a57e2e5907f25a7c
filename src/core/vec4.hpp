// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// A vector padded to four numbers, as the kernels load it.
template <class Real> struct alignas(4 * sizeof(Real)) Vec4 { Real x, y, z, w; };

} // namespace mdsim
