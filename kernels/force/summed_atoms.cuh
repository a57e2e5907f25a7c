// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/force/lanes.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/force/walk_entries.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launched_memory.cuh"
#include "kernels/state/observed_sums.hpp"

namespace mdsim {

/// What the sums of a sample take of the atoms of a tile, in shared memory in place of its j-atoms,
/// number by number: so that each sum is taken by one warp, all of whose lanes have an atom. In a
/// walk few have one, where several share the list of an atom. Fewer sums are faster taken by the
/// warps as they are (add_block()).
template <class P> class SummedAtoms {
  public:
    using Real = typename P::Real;

    /// In shared memory [bytes].
    MDSIM_HD static constexpr std::size_t bytes(std::uint32_t atoms) {
        return std::size_t{numbers} * atoms * sizeof(Real);
    }

    /// All threads, none of which may read j-atoms from here on.
    __device__ explicit SummedAtoms(const WalkArgs<P>& walk) : walk_(walk) { __syncthreads(); }

    /// Twice the energy and the virial of the atom of this thread.
    __device__ void put(const ForceSums<Real, true>& sums) {
        const std::uint32_t own = atom_of_thread(walk_);
        of(energy, own) = sums.energy;
        for (int k = 0; k < 6; ++k) of(virial + k, own) = sums.virial[k];
    }
    /// Its velocity, and its type.
    __device__ void put(const Vec3<Real>& v, TypeId own_type) {
        const std::uint32_t own = atom_of_thread(walk_);
        of(velocity, own) = v.x;
        of(velocity + 1, own) = v.y;
        of(velocity + 2, own) = v.z;
        of(type, own) = static_cast<Real>(own_type);
    }

    /// Once those of all atoms have been put. All threads.
    __device__ void complete() const { __syncthreads(); }

    __device__ std::uint32_t count() const { return walk_.lists.tiles[blockIdx.x].count; }

    /// What an atom of the tile adds to the energy, and behind it to the virial.
    __device__ FixedSum pair_term(int k, std::uint32_t atom) const {
        static_assert(fixed_scale::energy.bits == fixed_scale::virial.bits);
        return term_of(0.5 * static_cast<double>(of(energy + k, atom)), fixed_scale::virial);
    }

    /// What it adds to the kinetic tensor, and behind it to the momentum; `mass` is that of each
    /// type.
    __device__ FixedSum kinetic_term(int k, std::uint32_t atom, const double* mass) const {
        const auto component = [&](int c) { return static_cast<double>(of(velocity + c, atom)); };
        const double m = mass[static_cast<TypeId>(of(type, atom))];
        if (k >= 6) return term_of(m * component(k - 6), fixed_scale::momentum);
        const int first = k < 3 ? k : (k == 5 ? 1 : 0);
        const int second = k < 3 ? k : (k == 3 ? 1 : 2);
        return term_of(m * component(first) * component(second), fixed_scale::kinetic_energy);
    }

  private:
    static constexpr int energy = 0, virial = 1, velocity = 7, type = 10, numbers = 11;

    // Found anew each time, as registers are dear.
    __device__ Real& of(int number, std::uint32_t atom) const {
        const std::uint32_t capacity = atoms_of_block(walk_);
        MDSIM_EXPECT(atom < capacity);
        auto* numbers_of_atoms = reinterpret_cast<Real*>(launched_memory());
        return numbers_of_atoms[static_cast<std::uint32_t>(number) * capacity + atom];
    }

    const WalkArgs<P>& walk_;
};

/// The shared memory for SummedAtoms that an ending needs [bytes].
template <class Ending, class P> std::size_t summed_bytes(const WalkArgs<P>& args) {
    constexpr bool sums_atoms = requires { typename Ending::SumsAtoms; };
    return sums_atoms ? SummedAtoms<P>::bytes(args.lists.threads / args.lanes) : 0;
}

/// Adds what the atoms of a tile have of energy, virial, kinetic tensor and momentum to the sums of
/// their step; `mass` is that of each type. All threads.
template <class P>
__device__ void add_all_terms(const SummedAtoms<P>& atoms, const double* mass,
                              const PressureSums& to) {
    add_each_by_warp<beyond_sum + kinetic_sum_count>(
        atoms.count(),
        [&](int k, std::uint32_t atom) {
            return k < beyond_sum ? atoms.pair_term(k, atom)
                                  : atoms.kinetic_term(k - beyond_sum, atom, mass);
        },
        [&](int k) {
            return k < beyond_sum
                       ? SumPlace{to.pair->sum[k], to.pair->saturated}
                       : SumPlace{to.kinetic->sum[k - beyond_sum], to.kinetic->saturated};
        });
}

} // namespace mdsim
