// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/moment_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<DoublePrecision>>
make_moment_force<DoublePrecision>(const Stream&, const AnyMomentTable<double>&);

} // namespace mdsim
