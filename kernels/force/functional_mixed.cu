// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/functional_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<MixedPrecision>>
make_functional_force<MixedPrecision>(const Stream&, const AnyFunctionalTable<float>&);

} // namespace mdsim
