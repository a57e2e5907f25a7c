// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/matrix3.hpp"
#include "kernels/state/atoms_view.hpp"
#include "kernels/state/read_in_place.cuh"

namespace mdsim {

/// What makes lengths of fractions in the box of the step of a kernel, read wherever it is needed;
/// between two reads nothing of it is kept.
template <class P> class LengthsInPlace {
  public:
    /// `kernel` is a number in the pass, or negative outside of passes. The view outlives this.
    __device__ LengthsInPlace(const AtomsView<P>& atoms, int kernel)
        : atoms_(&atoms), kernel_(kernel) {}
    __device__ LowerTriangular<typename P::Real> value() const {
        return read_in_place(&atoms_->boxes.first[place()].lengths.length);
    }

  private:
    __device__ Step place() const {
        if (atoms_->boxes.stride == 0 || kernel_ < 0) return 0;
        const volatile Control& control = *atoms_->control; // read here and nowhere else
        return control.step + kernel_ - control.pass.first - control.first_step;
    }

    const AtomsView<P>* atoms_;
    int kernel_;
};

/// The same, read once and kept in registers. No step of a pass changes the box of another.
template <class P> class KeptLengths {
  public:
    __device__ KeptLengths(const AtomsView<P>& atoms, int kernel)
        : lengths_(LengthsInPlace<P>(atoms, kernel).value()) {}
    __device__ const LowerTriangular<typename P::Real>& value() const { return lengths_; }

  private:
    LowerTriangular<typename P::Real> lengths_;
};

} // namespace mdsim
