// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/pair_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<DoublePrecision>>
truncated_force<DoublePrecision, Shifted>(const Stream&,
                                          const AnyPairTable<DoublePrecision::Real>&);

} // namespace mdsim
