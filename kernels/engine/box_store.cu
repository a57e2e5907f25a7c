// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/box_store.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/precision.hpp"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

constexpr int block_threads = 128;

template <class P> __global__ void fill(StepBoxes<P> boxes, LowerTriangular<double> built) {
    const Step i = Step{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= boxes.series->count) return;
    const LowerTriangular<double> edges = boxes.edges[i];
    boxes.first[i] = StepBox<P>(edges, boxes.series->rule.at(built, edges));
}

} // namespace

template <class P>
void BoxStore<P>::upload(const Stream& stream, std::span<const LowerTriangular<double>> edges,
                         const LowerTriangular<double>& built, const MoveRule& rule) {
    if (edges.size() > edges_.size()) {
        const std::size_t count = std::max(edges.size(), 2 * edges_.size());
        edges_.resize_discard(count);
        box_.resize_discard(count);
    }
    rule_ = rule;
    const BoxSeries series{rule, static_cast<Step>(edges.size()), built};
    stream.upload(&series, series_.data(), 1);
    stream.upload(edges.data(), edges_.data(), edges.size());
    stream.wait();
}

template <class P>
void BoxStore<P>::set(const Stream& stream, const LowerTriangular<double>& edges,
                      const LowerTriangular<double>& built, const MoveRule& rule) {
    const StepBox<P> box(edges, rule.at(built, edges));
    if (one_ == box && rule_ == rule) return;
    one_ = box;
    upload(stream, {&edges, 1}, built, rule);
    stream.upload(&box, box_.data(), 1);
    stream.wait();
}

template <class P>
void BoxStore<P>::set_step(const Stream& stream, const BoxState& box, const MoveRule& rule) {
    const LowerTriangular<double> edges[] = {box.now.edges, box.next.edges};
    const auto made_of = [&](const LowerTriangular<double>& of) {
        return StepBox<P>(of, rule.at(box.built.edges, of));
    };
    StepBox<P> steps[] = {made_of(edges[0]), made_of(edges[1])};
    steps[1].drift_in(box.drift.edges);
    one_.reset();
    upload(stream, edges, box.built.edges, rule);
    stream.upload(steps, box_.data(), 2);
    stream.wait();
}

template <class P>
void BoxStore<P>::set_steps(const Stream& stream, std::span<const LowerTriangular<double>> edges,
                            const LowerTriangular<double>& built, const MoveRule& rule) {
    MDSIM_EXPECT(edges.size() > 1);
    one_.reset();
    upload(stream, edges, built, rule);
    fill<P><<<blocks_for(edges.size(), block_threads), block_threads, 0, stream.get()>>>(boxes(),
                                                                                         built);
    check_launch("fill boxes");
    stream.wait();
}

template <class P>
std::vector<LowerTriangular<double>> BoxStore<P>::edges(const Stream& stream, Step count) const {
    MDSIM_EXPECT(count > 0 && static_cast<std::size_t>(count) <= edges_.size());
    std::vector<LowerTriangular<double>> edges(static_cast<std::size_t>(count));
    stream.download(edges_.data(), edges.data(), edges.size());
    stream.wait();
    return edges;
}

template <class P> StepBoxes<P> BoxStore<P>::boxes() {
    return {box_.data(), one_ ? 0 : 1, edges_.data(), series_.data()};
}

template class BoxStore<MixedPrecision>;
template class BoxStore<DoublePrecision>;

} // namespace mdsim
