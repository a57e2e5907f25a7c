// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/peers/agreement_kernels.hpp"

#include <algorithm>

#include "kernels/peers/agree.cuh"

namespace mdsim {

namespace {

__global__ void agree_kernel(AgreementView view, const AgreementWords* mine, Agreed* all) {
    const Agreed agreed = agree(view, mine);
    if (threadIdx.x == 0) *all = agreed;
}

__global__ void call_off_kernel(AgreementView view) {
    agreeing::call_off(view, called_off | lost_rank(view.rank));
}

} // namespace

unsigned agreement_threads(int ranks) {
    constexpr unsigned warp = 32;
    constexpr unsigned most = 256;
    const unsigned letters = static_cast<unsigned>(ranks) * AgreementWords::count;
    return std::min(most, (letters + warp - 1) / warp * warp);
}

void load_agreement() {
    cudaFuncAttributes attributes{};
    check_cuda(cudaFuncGetAttributes(&attributes, agree_kernel), "loading a kernel");
    check_cuda(cudaFuncGetAttributes(&attributes, call_off_kernel), "loading a kernel");
}

void queue_agreement(const Stream& stream, const AgreementView& view, const AgreementWords* mine,
                     Agreed* all) {
    agree_kernel<<<1, agreement_threads(view.ranks), 0, stream.get()>>>(view, mine, all);
    check_launch("agree_kernel");
}

void queue_calling_off(const Stream& stream, const AgreementView& view) {
    call_off_kernel<<<1, 32, 0, stream.get()>>>(view);
    check_launch("call_off_kernel");
}

} // namespace mdsim
