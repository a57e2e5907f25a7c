// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/moment_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<MixedPrecision>>
make_moment_force<MixedPrecision>(const Stream&, const AnyMomentTable<float>&);

} // namespace mdsim
