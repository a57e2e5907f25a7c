// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/contract/break_contract.hpp"

#include "core/contract.hpp"
#include "kernels/runtime/check.hpp"

namespace mdsim::test {

namespace {

__global__ void expect_below(int value, int limit) { MDSIM_EXPECT(value < limit); }

} // namespace

void break_contract_in_kernel(int value, int limit) {
    expect_below<<<1, 1>>>(value, limit);
    check_launch("expect below");
    check_cuda(cudaDeviceSynchronize(), "running kernels");
}

} // namespace mdsim::test
