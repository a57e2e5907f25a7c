// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/ranks/meet.hpp"

#include "kernels/peers/agree.cuh"
#include "kernels/peers/agreement_kernels.hpp"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

constexpr unsigned long long far_atoms = 1;
constexpr unsigned long long fault = 2;

/// Shares one word, joined by bitwise or. All threads of the block; if a rank is lost, the turn
/// ends.
__device__ unsigned long long share(const AgreementView& view, Control& control,
                                    unsigned long long word, int kernel) {
    __shared__ AgreementWords mine;
    if (threadIdx.x == 0) {
        mine = AgreementWords{};
        mine.any[0] = word;
    }
    __syncthreads();
    const Agreed all = agree(view, &mine);
    if (all.lost != 0 && threadIdx.x == 0) {
        control.lost = all.lost;
        control.last_of_turn = kernel;
    }
    return all.lost != 0 ? 0 : all.words.any[0];
}

__global__ void after_step(AgreementView view, Control* control, int kernel) {
    Control& c = *control;
    if (kernel > c.last_of_turn) return;
    const unsigned long long bit = 1ull << kernel;
    const unsigned long long word =
        ((c.too_far & bit) != 0 ? far_atoms : 0) | (c.fault != no_atom ? fault : 0);
    const unsigned long long all = share(view, c, word, kernel);
    if (threadIdx.x != 0) return;
    if ((all & far_atoms) != 0) {
        c.too_far |= bit;
        if (c.exact == 0 && c.rebuild_every == 0) c.last_of_turn = kernel;
    }
    if ((all & fault) != 0) {
        c.stopped = 1;
        c.last_of_turn = kernel;
    }
}

__global__ void after_check(AgreementView view, Control* control, int kernel) {
    Control& c = *control;
    const unsigned long long bit = 1ull << kernel;
    if ((c.too_far & bit) == 0 || c.stopped != 0 || c.lost != 0) return;
    const unsigned long long all = share(view, c, (c.lacking & bit) != 0 ? 1 : 0, kernel);
    if (threadIdx.x != 0 || all == 0) return;
    c.lacking |= bit;
    c.last_of_turn = kernel;
}

__global__ void meet_all(AgreementView view, Control* control) {
    Control& c = *control;
    const unsigned long long all = share(view, c, static_cast<unsigned>(c.no_room), -1);
    if (threadIdx.x == 0) c.no_room = static_cast<std::int32_t>(all);
}

} // namespace

void meet_after_step(const Stream& stream, const AgreementView& view, Control* control,
                     int kernel) {
    after_step<<<1, agreement_threads(view.ranks), 0, stream.get()>>>(view, control, kernel);
    check_launch("meet after a step");
}

void meet_after_check(const Stream& stream, const AgreementView& view, Control* control,
                      int kernel) {
    after_check<<<1, agreement_threads(view.ranks), 0, stream.get()>>>(view, control, kernel);
    check_launch("meet after a check");
}

void meet(const Stream& stream, const AgreementView& view, Control* control) {
    meet_all<<<1, agreement_threads(view.ranks), 0, stream.get()>>>(view, control);
    check_launch("meet");
}

} // namespace mdsim
