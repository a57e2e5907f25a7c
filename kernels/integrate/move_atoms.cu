// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/move_atoms.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/force/kinetic_terms.cuh"
#include "kernels/integrate/half_kicks.cuh"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/raise_to.cuh"
#include "physics/motion/maxwell_boltzmann.hpp"
#include "physics/motion/transformed_velocity.hpp"

namespace mdsim {

namespace {

template <class P>
__global__ void complete(AtomsView<P> atoms, MotionView<P> view, Motion<typename P::Real> motion) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    complete_atom(atoms, view, motion, atoms.control->position_buffer, i);
}

template <class P>
__global__ void begin(AtomsView<P> atoms, MotionView<P> view, Motion<typename P::Real> motion,
                      Step step, MoveResult<typename P::Real>* result) {
    using Real = typename P::Real;
    __shared__ Real farthest;
    if (threadIdx.x == 0) farthest = 0;
    __syncthreads();
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    Moved<Real> moved;
    if (i < atoms.control->owned) {
        const int now = atoms.control->position_buffer;
        const BeginningAtom<P> atom(atoms, now, i);
        moved = begin_atom(atoms, atoms.boxes.next(atoms.control->pass, outside_pass), atom, view,
                           motion, step, now, i, atom.velocity);
        if (moved.fault) atomicMin(&result->fault, i);
    }
    const Real of_warp = warp_largest(moved.distance2);
    if (threadIdx.x % 32 == 0) raise_to(&farthest, of_warp);
    __syncthreads();
    if (threadIdx.x == 0 && farthest > 0) raise_to(&result->displacement2, farthest);
}

template <class P>
__global__ void transform(AtomsView<P> atoms, LowerTriangular<double> factor, Vec3<double> shift) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    auto& velocity = atoms.velocity[i];
    velocity = stored_vector(transformed_velocity(vector_of(velocity), factor, shift));
}

template <class P>
__global__ void draw(AtomsView<P> atoms, const double* mass, std::uint64_t seed, Step step,
                     double temperature) {
    using Real = typename P::Real;
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    const Site<P> site = pick(atoms.site, atoms.control->position_buffer)[i];
    const Vec3<double> v =
        maxwell_boltzmann_velocity(seed, atoms.id[i], step, temperature, 1 / mass[site.type]);
    atoms.velocity[i] = {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z),
                         Real(0)};
}

template <class P>
__global__ void sum(AtomsView<P> atoms, const double* mass, DeviceSums<kinetic_sum_count>* sums) {
    KineticTerms<kinetic_sum_count> terms;
    const std::uint32_t threads = gridDim.x * blockDim.x;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads) {
        const auto type = pick(atoms.site, atoms.control->position_buffer)[i].type;
        terms.add(mass[type], vector_of(atoms.velocity[i]));
    }
    terms.add_to(*sums);
}

template <class P> unsigned blocks_of(const AtomsView<P>& atoms) {
    return blocks_for(atoms.capacity, block_threads);
}

} // namespace

template <class P>
void complete_atoms(const Stream& stream, const AtomsView<P>& atoms, const AdvanceArgs<P>& args) {
    complete<P>
        <<<blocks_of(atoms), block_threads, 0, stream.get()>>>(atoms, args.view, args.motions.one);
    check_launch("complete");
}

template <class P>
void begin_atoms(const Stream& stream, const AtomsView<P>& atoms, const AdvanceArgs<P>& args,
                 Step step, MoveResult<typename P::Real>* result) {
    begin<P><<<blocks_of(atoms), block_threads, 0, stream.get()>>>(atoms, args.view,
                                                                   args.motions.one, step, result);
    check_launch("begin");
}

template <class P>
void transform_atoms(const Stream& stream, const AtomsView<P>& atoms,
                     const LowerTriangular<double>& factor, const Vec3<double>& shift) {
    transform<P><<<blocks_of(atoms), block_threads, 0, stream.get()>>>(atoms, factor, shift);
    check_launch("transform");
}

template <class P>
void draw_atoms(const Stream& stream, const AtomsView<P>& atoms, const double* mass,
                std::uint64_t seed, Step step, double temperature) {
    draw<P><<<blocks_of(atoms), block_threads, 0, stream.get()>>>(atoms, mass, seed, step,
                                                                  temperature);
    check_launch("draw");
}

template <class P>
void sum_atoms(const Stream& stream, const AtomsView<P>& atoms, const double* mass,
               DeviceSums<kinetic_sum_count>* sums) {
    MDSIM_EXPECT(mass != nullptr && sums != nullptr);
    const unsigned blocks = std::min(blocks_of(atoms), summing_blocks);
    sum<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, mass, sums);
    check_launch("sum");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void complete_atoms(const Stream&, const AtomsView<P>&, const AdvanceArgs<P>&);       \
    template void begin_atoms(const Stream&, const AtomsView<P>&, const AdvanceArgs<P>&, Step,     \
                              MoveResult<P::Real>*);                                               \
    template void transform_atoms(const Stream&, const AtomsView<P>&,                              \
                                  const LowerTriangular<double>&, const Vec3<double>&);            \
    template void draw_atoms(const Stream&, const AtomsView<P>&, const double*, std::uint64_t,     \
                             Step, double);                                                        \
    template void sum_atoms(const Stream&, const AtomsView<P>&, const double*,                     \
                            DeviceSums<kinetic_sum_count>*);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
