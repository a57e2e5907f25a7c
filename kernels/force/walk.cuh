// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/noise.hpp"
#include "kernels/force/drift.cuh"
#include "kernels/force/gather.cuh"
#include "kernels/force/potential_cache.cuh"
#include "kernels/force/send_to_halos.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/prefetch.cuh"

namespace mdsim {

/// An ending of the walk that moves the atoms: both half kicks and the drift, in which friction and
/// noise act if `thermal`.
template <class P, bool thermal> struct Advance {
    static constexpr bool with_energy = false;
    static constexpr bool stores = false;
    using Real = typename P::Real;

    MotionView<P> view;
    StepMotions<Real> motions;
    SentAtoms<P> sent; ///< perhaps empty

    /// Sends what finish() reads at first on its way to the L2 cache, and notes what it must know
    /// of the tile.
    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile,
                            LocalIndex atom) const {
        if constexpr (!Reading::overlaps) {
            prefetch(&walk.atoms.velocity[atom]);
            prefetch(&walk.atoms.reference[atom]);
        }
        if (sent.group != nullptr) prepare_to_send(sent, tile, threadIdx.x / walk.lanes);
    }

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, false>& sums) const {
        Moved<Real> moved;
        const bool known = known_too_far(*walk.atoms.control, now);
        if (active) {
            // Read again, as registers were dear on the way here.
            const Site<P> site = Reading::changing(&pick(walk.atoms.site, now.position)[atom]);
            Vec4<Real>& velocity = walk.atoms.velocity[atom];
            // All that is read is asked for before anything is written.
            const Vec4<Real> stored = Reading::changing(&velocity);
            const Site<P> reference = walk.atoms.reference[atom];
            Vec3<Real> force = sums.force;
            if (walk.add_stored) {
                const Vec4<Real> other = Reading::changing(&walk.atoms.force(now.position)[atom]);
                force = force + Vec3<Real>{other.x, other.y, other.z};
            }
            Vec3<Real> v{stored.x, stored.y, stored.z};
            const Vec3<Real> displacement = move(walk, site, atom, now, force, v);
            velocity = {v.x, v.y, v.z, Real(0)};
            Site<P> to;
            moved = drift(view, site, reference, displacement, to);
            pick(walk.atoms.site, 1 - now.position)[atom] = to;
            if (sent.group != nullptr)
                send_to_halos(sent, tile_sent(), threadIdx.x / walk.lanes, to, 1 - now.position);
        }
        report_moves(walk, view, moved, atom, now, known);
    }

  private:
    /// Kicks a velocity and returns the displacement.
    __device__ Vec3<Real> move(const WalkArgs<P>& walk, const Site<P>& site, LocalIndex atom,
                               const CurrentStep& now, const Vec3<Real>& force,
                               Vec3<Real>& v) const {
        const Control& control = *walk.atoms.control;
        const Motion<Real> motion = motions.of_step == nullptr
                                        ? motions.one
                                        : motions.at(control, step_of_kernel(control, now.kernel));
        const Real inverse_mass =
            view.types == 1 ? view.first_inverse_mass : view.inverse_mass[site.type];
        motion.complete(v, force, inverse_mass);
        if constexpr (!thermal) return motion.begin(v, force, inverse_mass);
        const NoiseKey key{view.seed, walk.atoms.id[atom], step_of_kernel(control, now.kernel),
                           motion.purpose};
        return motion.begin(v, force, inverse_mass, gaussian_triple<Real>(key));
    }
};

/// An ending that stores the forces.
template <class P, bool energies> struct Store {
    static constexpr bool with_energy = energies;
    static constexpr bool stores = true;
    using Real = typename P::Real;

    DeviceSums<pair_sums>* totals; ///< of energy and virial

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>&, const DeviceTile<P>&, LocalIndex) const {}

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, energies>& sums) const {
        if (active) {
            Vec4<Real>& stored = walk.atoms.force(now.position)[atom];
            Vec4<Real> force{sums.force.x, sums.force.y, sums.force.z, Real(0)};
            if (walk.add_stored) {
                const Vec4<Real> other = Reading::changing(&stored);
                force = {force.x + other.x, force.y + other.y, force.z + other.z, Real(0)};
            }
            stored = force;
        }
        if constexpr (energies) add_totals(active, sums);
    }

  private:
    __device__ void add_totals(bool active, const ForceSums<Real, true>& sums) const {
        __shared__ FixedSum::Words shared[8][pair_sums];
        FixedSum term[pair_sums];
        term[0] = FixedSum(fixed_scale::energy);
        if (active) term[0].add(0.5 * static_cast<double>(sums.energy));
        for (int k = 0; k < 6; ++k) {
            term[k + 1] = FixedSum(fixed_scale::virial);
            if (active) term[k + 1].add(0.5 * static_cast<double>(sums.virial[k]));
        }
        add_block(term, shared, *totals);
    }
};

/// Blocks of a walk that an SM should hold at once, which bounds registers. Beside a curve shared
/// memory has room for no more than five.
template <class Real, class Potential, bool one_type, bool with_energy, class Reading>
constexpr int resident_blocks() {
    constexpr bool lean = one_type && !with_energy && !Reading::overlaps;
    if (sizeof(Real) == 8) return lean && !Potential::uses_samples ? 3 : 2;
    if (with_energy || Reading::overlaps) return 4;
    return lean && !may_have_curve<Potential> ? 6 : 5;
}

/// Whether a walk has nothing to do in this pass. What a kernel before it may just have changed is
/// looked at first.
__device__ inline bool left_out(const Control& control, int kernel) {
    const int last = last_of_pass(control);
    if (kernel == branch_kernel) return control.first_of_pass > last;
    return kernel > last || (kernel >= 0 && kernel < control.first_of_body);
}

/// One block takes one tile: reads the j-atoms into shared memory, walks the entries of one
/// potential, and ends as `Ending` says.
template <class P, class Potential, bool one_type, bool images, class Reading, class Ending>
__global__ void __launch_bounds__(
    256, resident_blocks<typename P::Real, Potential, one_type, Ending::with_energy, Reading>())
    walk_tiles(WalkArgs<P> args, DevicePotentials<Potential> table, Ending ending) {
    using Real = typename P::Real;
    extern __shared__ __align__(16) std::byte memory[];
    auto* record = reinterpret_cast<Vec4<Real>*>(memory);
    const DeviceTile<P> tile = args.lists.tiles[blockIdx.x];
    // Asked for while the tile is on its way.
    if (!Reading::overlaps && left_out(*args.atoms.control, args.kernel)) return;
    if (tile.count == 0) return Reading::wait_for_step_before();
    MDSIM_EXPECT(tile.count * args.lanes <= blockDim.x);
    const std::uint32_t warps = blockDim.x / warp_lanes;
    const WarpEntries* run =
        args.lists.runs + tile.first_run + args.potential * warps + threadIdx.x / warp_lanes;
    WarpEntries rows = *run;
    Gather<P, images, Reading> gather(args, tile, 0);
    __shared__ __align__(16) std::byte cache[one_type ? 16 : potential_cache_bytes];
    const std::conditional_t<one_type, OnePotential<P, Potential>, PotentialCache<P, Potential>>
        potentials(table, cache);
    Reading::wait_for_step_before();
    const Control& control = *args.atoms.control;
    if (Reading::overlaps && left_out(control, args.kernel)) return potentials.wait();

    const CurrentStep now(control, args.kernel);
    const Site<P>* sites = pick(args.atoms.site, now.position);
    const std::uint32_t mine = threadIdx.x / args.lanes;
    const bool exists = mine < tile.count;
    const LocalIndex atom = tile.first + (exists ? mine : 0);
    const Site<P> site = Reading::changing(&sites[atom]);
    const Vec3<Real> own = seen_atom<images>(args, tile, site, atom, {0, 0, 0, 0});
    ForceSums<Real, Ending::with_energy> sums;
    ending.template foresee<Reading>(args, tile, atom);
    for (std::uint32_t first = 0;;) {
        gather.fill(args, tile, sites, record);
        potentials.wait();
        __syncwarp();
        __syncthreads();
        const Chunk* chunk = args.lists.chunks + std::size_t{rows.first_chunk} * warp_lanes +
                             threadIdx.x % warp_lanes;
        potentials.walk(chunk, typename Reading::Length(rows), record, own,
                        static_cast<std::uint32_t>(site.type), sums);
        first += args.lists.window;
        if (first >= tile.slots) break;
        __syncthreads();
        run += args.lists.potentials * warps;
        rows = *run;
        gather = Gather<P, images, Reading>(args, tile, first);
    }
    Reading::let_next_step_begin();
    join(sums, args.lanes);
    potentials.to_common_units(sums);
    ending.template finish<Reading>(args, atom, exists && threadIdx.x % args.lanes == 0, now, sums);
}

} // namespace mdsim
