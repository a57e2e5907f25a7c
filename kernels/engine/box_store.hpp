// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/step_box.hpp"

namespace mdsim {

/// The box in the memory of the device: of the steps that are done, and at the last rebuild. Its
/// addresses stay the same as long as it lives.
template <class P> class BoxStore {
  public:
    BoxStore() = default;

    /// The box and the limits of moves from now on, until others are set. Waits if they are other
    /// than those before.
    void set(const Stream& stream, const LowerTriangular<double>& edges, const MoveLimits& limits) {
        if (edges_ == edges && limits_ == limits) return;
        edges_ = edges;
        limits_ = limits;
        const StepBox<P> box(edges, limits);
        stream.upload(&box, now_.data(), 1);
        stream.wait();
    }

    /// Arrays of one element on the device. Rebuilds write the second one.
    const StepBox<P>* now() const { return now_.data(); }
    LowerTriangular<typename P::Real>* built() { return built_.data(); }

  private:
    std::optional<LowerTriangular<double>> edges_;
    MoveLimits limits_;
    Buffer<StepBox<P>, Device> now_{1};
    Buffer<LowerTriangular<typename P::Real>, Device> built_{1};
};

} // namespace mdsim
