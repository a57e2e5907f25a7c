// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/motion/couple_atoms.hpp"

#include <algorithm>
#include <variant>

#include "kernels/forces/drift.cuh"
#include "kernels/motion/velocities.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"
#include "ops/sums.hpp"

namespace mdsim {

namespace {

constexpr int block_threads = 256;
constexpr unsigned summing_blocks = 1024; ///< each adds to the same few words at its end

/// The chain acts twice on a step: as the step before ends, and as it begins.
enum Action { closing = 0, opening = 1 };

template <class Real>
__device__ Vec3<Real> scaled_by(const DeviceChain& chain, Action action, const Vec3<Real>& v) {
    return transformed(v, static_cast<Real>(chain.factor[action]), Vec3<Real>{0, 0, 0});
}

/// Sums of the kinetic energy of this thread's atoms.
struct KineticTerms {
    FixedSum term[3];

    __device__ KineticTerms() {
        for (FixedSum& t : term) t = FixedSum(fixed_scale::kinetic_energy);
    }
    template <class Real> __device__ void add(double mass, const Vec3<Real>& v) {
        const Vec3<double> u{static_cast<double>(v.x), static_cast<double>(v.y),
                             static_cast<double>(v.z)};
        const Vec3<double> p = mass * u;
        term[0].add(p.x * u.x);
        term[1].add(p.y * u.y);
        term[2].add(p.z * u.z);
    }
    /// All threads of the block.
    __device__ void add_to(DeviceSums<3>& sums) const {
        __shared__ FixedSum::Words shared[block_threads / 32][3];
        add_block(term, shared, sums);
    }
};

/// The second half kick of the step before, and the sums of what comes of it.
template <class P>
__global__ void complete_and_sum(WalkArgs<P> walk, MotionView<P> view,
                                 VelocityVerlet<typename P::Real> motion, CouplingArgs coupling) {
    const AtomsView<P>& atoms = walk.atoms;
    if (!does_step(*atoms.control, walk.kernel)) return;
    const int now = positions_before(*atoms.control, walk.kernel);
    const std::uint32_t threads = gridDim.x * blockDim.x;
    KineticTerms terms;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads) {
        Site<P> site{};
        if (view.types > 1) site = pick(atoms.site, now)[i];
        auto& velocity = atoms.velocity[i];
        auto v = vector_of(velocity);
        motion.complete(v, vector_of(atoms.force(now)[i]), inverse_mass_of(view, site));
        velocity = stored_vector(v);
        terms.add(coupling.mass[site.type], v);
    }
    terms.add_to(coupling.chain->kinetic);
}

/// The sums of velocities as the first action leaves them.
template <class P> __global__ void sum_scaled(WalkArgs<P> walk, CouplingArgs coupling, bool types) {
    const AtomsView<P>& atoms = walk.atoms;
    if (!does_step(*atoms.control, walk.kernel)) return;
    const int now = positions_before(*atoms.control, walk.kernel);
    const std::uint32_t threads = gridDim.x * blockDim.x;
    KineticTerms terms;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads) {
        const auto type = types ? pick(atoms.site, now)[i].type : 0;
        terms.add(coupling.mass[type],
                  scaled_by(*coupling.chain, closing, vector_of(atoms.velocity[i])));
    }
    terms.add_to(coupling.chain->kinetic);
}

/// Moves the chain on by half of its time, by the sums, which become zero. Of what is out of range
/// there the motion of the same step tells, as a fault. One thread.
__global__ void act(const Control* control, int kernel, CouplingArgs coupling, Action action) {
    if (!does_step(*control, kernel)) return;
    DeviceChain& chain = *coupling.chain;
    ChainDrive drive = coupling.drive;
    if (coupling.temperature != nullptr)
        drive.temperature =
            coupling
                .temperature[(step_of_kernel(*control, kernel) - coupling.first) / coupling.every];
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] =
            FixedSum::from_words(fixed_scale::kinetic_energy, chain.kinetic.sum[k].words(), false);
    chain.factor[action] = propagate_chain(drive, kinetic_energy(sum[0], sum[1], sum[2]),
                                           {chain.momentum, coupling.length, &chain.potential});
    chain.kinetic = {};
}

/// What both actions make of velocities, the first half kick and the drift. One block for each
/// tile.
template <class P>
__global__ void begin_scaled(WalkArgs<P> walk, MotionView<P> view,
                             VelocityVerlet<typename P::Real> motion, CouplingArgs coupling) {
    using Real = typename P::Real;
    const AtomsView<P>& atoms = walk.atoms;
    if (!does_step(*atoms.control, walk.kernel)) return;
    const DeviceTile<P> tile = walk.lists.tiles[blockIdx.x];
    const StepInTurn now(*atoms.control, walk.kernel);
    const bool exists = threadIdx.x < tile.count;
    const LocalIndex i = tile.first + (exists ? threadIdx.x : 0);
    Moved<Real> moved;
    if (exists) {
        const Site<P> site = pick(atoms.site, now.position)[i];
        auto& velocity = atoms.velocity[i];
        Vec3<Real> v = scaled_by(*coupling.chain, closing, vector_of(velocity));
        v = scaled_by(*coupling.chain, opening, v);
        const Vec3<Real> displacement =
            motion.begin(v, vector_of(atoms.force(now.position)[i]), inverse_mass_of(view, site));
        velocity = stored_vector(v);
        Site<P> to;
        moved = drift(view, site, atoms.reference[i], displacement, to);
        pick(atoms.site, 1 - now.position)[i] = to;
    }
    report_moves(walk, view, moved, i, now, false);
}

} // namespace

template <class P>
void couple_and_move(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                     const CouplingArgs& coupling) {
    const MotionView<P>& view = advance.view;
    const auto& motion = std::get<VelocityVerlet<typename P::Real>>(advance.motion);
    const unsigned blocks = std::min(blocks_for(walk.atoms.room, block_threads), summing_blocks);
    complete_and_sum<P><<<blocks, block_threads, 0, stream.get()>>>(walk, view, motion, coupling);
    check_launch("complete and sum");
    act<<<1, 1, 0, stream.get()>>>(walk.atoms.control, walk.kernel, coupling, closing);
    check_launch("act");
    sum_scaled<P><<<blocks, block_threads, 0, stream.get()>>>(walk, coupling, view.types > 1);
    check_launch("sum scaled");
    act<<<1, 1, 0, stream.get()>>>(walk.atoms.control, walk.kernel, coupling, opening);
    check_launch("act");
    const unsigned threads = walk.lists.threads / walk.lanes;
    begin_scaled<P><<<walk.lists.tile_count, (threads + warp_lanes - 1) / warp_lanes * warp_lanes,
                      0, stream.get()>>>(walk, view, motion, coupling);
    check_launch("begin scaled");
}

template void couple_and_move(const Stream&, const WalkArgs<MixedPrecision>&,
                              const AdvanceArgs<MixedPrecision>&, const CouplingArgs&);
template void couple_and_move(const Stream&, const WalkArgs<DoublePrecision>&,
                              const AdvanceArgs<DoublePrecision>&, const CouplingArgs&);

} // namespace mdsim
