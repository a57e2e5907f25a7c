// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/step_boxes.hpp"
#include "state/box_state.hpp"

namespace mdsim {

/// The boxes of steps in the memory of the device, and that of the last rebuild. Limits of moves
/// follow from both; a rebuild among the steps renews those of later ones.
template <class P> class BoxStore {
  public:
    BoxStore() = default;

    /// One box for all steps from now on, where lists were built in one of edges `built` [length].
    /// Waits if that is other than before.
    void set(const Stream& stream, const LowerTriangular<double>& edges,
             const LowerTriangular<double>& built, const MoveRule& rule);

    /// Those of the step in hand and of the next one, and the one that atoms drift in. Waits.
    void set_step(const Stream& stream, const BoxState& box, const MoveRule& rule);

    /// One box for each step of a batch, and one for the step behind them. Waits.
    void set_steps(const Stream& stream, std::span<const LowerTriangular<double>> edges,
                   const LowerTriangular<double>& built, const MoveRule& rule);

    /// The edges of the first boxes of a batch, as a barostat may have left them [length]; waits.
    std::vector<LowerTriangular<double>> edges(const Stream& stream, Step count) const;

    StepBoxes<P> boxes();
    /// An array of one element, which rebuilds write.
    LowerTriangular<typename P::Real>* built() { return built_.data(); }

  private:
    void upload(const Stream& stream, std::span<const LowerTriangular<double>> edges,
                const LowerTriangular<double>& built, const MoveRule& rule);

    std::optional<StepBox<P>> one_; ///< for all steps, as the host has set it
    MoveRule rule_;
    Buffer<StepBox<P>, Device> box_{1};
    Buffer<LowerTriangular<double>, Device> edges_{1};
    Buffer<BoxSeries, Device> series_{1};
    Buffer<LowerTriangular<typename P::Real>, Device> built_{1};
};

} // namespace mdsim
