// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/matrix3.hpp"
#include "kernels/state/atoms_view.hpp"
#include "kernels/state/read_in_place.cuh"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

/// For each warp of a block, in shared memory: which box of the batch its step is in.
struct BoxPlaces {
    static constexpr int most_warps = 8;

    std::int32_t of_warp[most_warps];

    __device__ std::int32_t& mine() { return of_warp[threadIdx.x / warp_lanes]; }
};

/// What makes lengths of fractions in the box of the step of a kernel, read wherever it is needed;
/// between two reads nothing of it is kept in registers.
template <class P> class LengthsInPlace {
  public:
    /// `kernel` is a number in the pass, or negative outside of passes. Views and places outlive
    /// this. All threads of a warp.
    __device__ LengthsInPlace(const AtomsView<P>& atoms, const StepPass& pass, int kernel,
                              BoxPlaces& places)
        : atoms_(&atoms), places_(&places) {
        if (atoms.boxes.stride == 0) return;
        if (threadIdx.x % warp_lanes == 0) places.mine() = atoms.boxes.place(pass, kernel);
        __syncwarp();
    }
    __device__ LowerTriangular<typename P::Real> value() const {
        const std::int32_t place =
            atoms_->boxes.stride == 0
                ? 0
                : *static_cast<const volatile std::int32_t*>(&places_->mine());
        return read_in_place(&atoms_->boxes.first[place].lengths.length);
    }

  private:
    const AtomsView<P>* atoms_;
    BoxPlaces* places_;
};

/// The same, read once and kept in registers. An action writes boxes of steps behind the one
/// on which it comes.
template <class P> class KeptLengths {
  public:
    __device__ KeptLengths(const AtomsView<P>& atoms, const StepPass& pass, int kernel, BoxPlaces&)
        : lengths_(read_in_place(&atoms.boxes.now(pass, kernel).lengths.length)) {}
    __device__ const LowerTriangular<typename P::Real>& value() const { return lengths_; }

  private:
    LowerTriangular<typename P::Real> lengths_;
};

} // namespace mdsim
