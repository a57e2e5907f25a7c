// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/functional_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<DoublePrecision>>
make_functional_force<DoublePrecision>(const Stream&, const AnyFunctionalTable<double>&);

} // namespace mdsim
