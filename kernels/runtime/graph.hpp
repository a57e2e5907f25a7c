// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <vector>

#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// What the recording of a loop's body is given; it queues its work on the stream it came with.
class LoopRecorder {
  public:
    LoopRecorder(const Stream& stream, cudaGraph_t body, cudaGraphConditionalHandle again)
        : stream_(&stream), body_(body), again_(again) {}

    /// The body is repeated while a kernel of it sets this to 1; it must be set on each pass.
    cudaGraphConditionalHandle again() const { return again_; }

    /// A condition for `when`, to be set by a kernel of the body on each pass.
    cudaGraphConditionalHandle condition() const;

    /// Records work that is done only on passes on which the condition is set.
    void when(cudaGraphConditionalHandle condition, std::function<void()> record);

  private:
    friend class LoopGraph;
    struct Branch {
        cudaGraph_t graph;
        std::function<void()> record;
    };

    const Stream* stream_;
    cudaGraph_t body_;
    cudaGraphConditionalHandle again_;
    std::vector<Branch> branches_; ///< recorded when the body is done, as a stream records once
};

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
    void release();

    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t executable_ = nullptr;
};

} // namespace mdsim
