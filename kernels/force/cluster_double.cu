// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/cluster_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<DoublePrecision>>
make_cluster_force<DoublePrecision>(const Stream&, const AnyClusterTable<double>&, double);

} // namespace mdsim
