// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/split_step.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/coupling/factor_of_block.cuh"
#include "kernels/force/kinetic_terms.cuh"
#include "kernels/force/reading.cuh"
#include "kernels/force/send_to_halos.cuh"
#include "kernels/integrate/half_kicks.cuh"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/overlapped.hpp"
#include "kernels/state/current_step.cuh"
#include "kernels/state/split_steps.hpp"
#include "physics/motion/transformed_velocity.hpp"

namespace mdsim {

namespace {

template <class P>
__global__ void complete(WalkArgs<P> walk, MotionView<P> view,
                         StepMotions<typename P::Real> motions, const double* mass,
                         DeviceSums<kinetic_sum_count>* sums) {
    const AtomsView<P>& atoms = walk.atoms;
    const Control& control = *atoms.control;
    if (!does_step(control, walk.kernel)) return;
    const CurrentStep in_pass(control, walk.kernel);
    const int now = in_pass.position;
    const auto motion = motions.at(control, step_of_kernel(control, in_pass.kernel));
    const std::uint32_t threads = gridDim.x * blockDim.x;
    KineticTerms<kinetic_sum_count> terms;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < control.owned; i += threads) {
        const auto v = complete_atom(atoms, view, motion, now, i);
        const auto type = view.types > 1 ? pick(atoms.site, now)[i].type : 0;
        terms.add(mass[type], v);
    }
    terms.add_to(*sums);
}

/// One block for each tile. The kernel before changes no atom, so atoms are read while it ends.
template <class P>
__global__ void begin(WalkArgs<P> walk, MotionView<P> view, StepMotions<typename P::Real> motions,
                      SentAtoms<P> sent, CouplingArgs coupling) {
    const AtomsView<P>& atoms = walk.atoms;
    const Control& control = *atoms.control;
    if (left_out(control, walk.kernel)) return pass_over();
    const DeviceTile<P> tile = walk.lists.tiles[blockIdx.x];
    const CurrentStep now(control, walk.kernel);
    const bool exists = threadIdx.x < tile.count;
    const LocalIndex i = exists ? tile.first + threadIdx.x : 0;
    const BeginningAtom<P> atom(atoms, now.position, i);
    const Step step = step_of_kernel(control, now.kernel);
    const bool acts = control.schedule.plan(step).acts();
    wait_for_kernel_before();
    let_next_kernel_begin();
    if (left_out(control, walk.kernel) || tile.count == 0) return;
    MDSIM_EXPECT(tile.count <= blockDim.x);
    Vec3<typename P::Real> v = atom.velocity;
    if (acts) v = transformed_velocity(v, factor_of_block(coupling.place->factor), {0, 0, 0});
    Moved<typename P::Real> moved;
    if (exists) {
        moved = begin_atom(atoms, atoms.boxes.next(control.pass, now.kernel), atom, view,
                           motions.at(control, step), step, now.position, i, v);
        if (sent.group != nullptr)
            send_to_halos(sent, TileSent(tile), threadIdx.x, pick(atoms.site, 1 - now.position)[i],
                          1 - now.position);
    }
    report_moves(walk, view, moved, i, now, false);
}

template <class P> unsigned blocks_of(const AtomsView<P>& atoms) {
    return std::min(blocks_for(atoms.capacity, block_threads), summing_blocks);
}

} // namespace

template <class P>
void complete_split(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                    const double* mass, DeviceSums<kinetic_sum_count>* sums) {
    complete<P><<<blocks_of(walk.atoms), block_threads, 0, stream.get()>>>(
        walk, advance.view, advance.motions, mass, sums);
    check_launch("complete");
}

template <class P>
void begin_split(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                 const CouplingArgs& coupling, bool early) {
    const unsigned atoms = walk.lists.threads / walk.lanes;
    const unsigned threads = (atoms + warp_lanes - 1) / warp_lanes * warp_lanes;
    launch_kernel(stream, {walk.lists.tile_count, threads, 0}, early, begin<P>, walk, advance.view,
                  advance.motions, advance.sent, coupling);
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void complete_split(const Stream&, const WalkArgs<P>&, const AdvanceArgs<P>&,         \
                                 const double*, DeviceSums<kinetic_sum_count>*);                   \
    template void begin_split(const Stream&, const WalkArgs<P>&, const AdvanceArgs<P>&,            \
                              const CouplingArgs&, bool);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
