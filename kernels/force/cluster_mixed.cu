// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/cluster_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<MixedPrecision>>
make_cluster_force<MixedPrecision>(const Stream&, const AnyClusterTable<float>&, double);

} // namespace mdsim
