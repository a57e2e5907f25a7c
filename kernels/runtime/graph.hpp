// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// What the recording of a loop's body is given; it queues its work on the stream it came with.
class LoopRecorder {
  public:
    LoopRecorder(const Stream& stream, cudaGraph_t graph, cudaGraph_t body,
                 cudaGraphConditionalHandle again)
        : stream_(&stream), graph_(graph), body_(body), again_(again) {}

    /// The body is repeated while a kernel of it sets this to 1; it must be set on each pass.
    cudaGraphConditionalHandle again() const { return again_; }

    /// A condition for `when`, to be set by a kernel of the body on each pass.
    cudaGraphConditionalHandle condition() const;

    /// Records work that is done only on passes on which the condition is set.
    void when(cudaGraphConditionalHandle condition, std::function<void()> record);

    /// A number for `choose`, to be set by a kernel ahead of the loop, and on each pass for the
    /// next one.
    cudaGraphConditionalHandle choice() const;

    /// Records works of which each pass does the one whose number the choice is. Only where
    /// graphs_choose().
    void choose(cudaGraphConditionalHandle choice,
                const std::vector<std::function<void()>>& records);

    /// Records work that is done once, ahead of the loop.
    void ahead(std::function<void()> record) { ahead_ = std::move(record); }

  private:
    friend class LoopGraph;
    struct Branch {
        cudaGraph_t graph;
        std::function<void()> record;
    };
    /// Adds a node with so many branches behind what was queued.
    const cudaGraph_t* add(cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                           std::size_t branches);

    const Stream* stream_;
    cudaGraph_t graph_; ///< that repeats the body
    cudaGraph_t body_;
    cudaGraphConditionalHandle again_;
    std::vector<Branch> branches_; ///< recorded when the body is done, as a stream records once
    std::function<void()> ahead_;
};

/// Whether graphs know how to choose one of many works: with CUDA 12.8 and newer.
bool graphs_choose();

/// Work recorded once that the device repeats by itself until a kernel of the work ends it.
class LoopGraph {
  public:
    LoopGraph() = default;
    LoopGraph(const Stream& stream, const std::function<void(LoopRecorder&)>& record);
    ~LoopGraph() { release(); }
    LoopGraph(LoopGraph&& other) noexcept;
    LoopGraph& operator=(LoopGraph&& other) noexcept;

    bool empty() const { return executable_ == nullptr; }

    /// Queues the loop; its body runs at least once.
    void launch(const Stream& stream) const;

  private:
    void record_ahead(const Stream& stream, cudaGraphNode_t loop,
                      const std::function<void()>& record);
    void release();

    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t executable_ = nullptr;
};

} // namespace mdsim
