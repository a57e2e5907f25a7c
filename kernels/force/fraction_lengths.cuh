// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/matrix3.hpp"
#include "kernels/state/read_in_place.cuh"
#include "kernels/state/step_box.hpp"

namespace mdsim {

/// What makes lengths of fractions, read from the box of the step wherever it is needed.
template <class P> class LengthsInPlace {
  public:
    __device__ explicit LengthsInPlace(const StepBox<P>& box) : lengths_(&box.lengths.length) {}
    __device__ LowerTriangular<typename P::Real> value() const { return read_in_place(lengths_); }

  private:
    const LowerTriangular<typename P::Real>* lengths_;
};

/// The same, read once and kept in registers. No step of a pass changes the box.
template <class P> class KeptLengths {
  public:
    __device__ explicit KeptLengths(const StepBox<P>& box)
        : lengths_(read_in_place(&box.lengths.length)) {}
    __device__ const LowerTriangular<typename P::Real>& value() const { return lengths_; }

  private:
    LowerTriangular<typename P::Real> lengths_;
};

} // namespace mdsim
