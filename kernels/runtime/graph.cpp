// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/graph.hpp"

#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr auto capture_mode = cudaStreamCaptureModeThreadLocal;

/// Adds a conditional node and returns the graph that it runs.
cudaGraph_t add_conditional(cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                            cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                            cudaGraphNode_t& node) {
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = 1;
#if CUDART_VERSION >= 13000
    check_cuda(cudaGraphAddNode(&node, graph, after, nullptr, count, &params),
               "adding a conditional node");
#else
    check_cuda(cudaGraphAddNode(&node, graph, after, count, &params), "adding a conditional node");
#endif
    return params.conditional.phGraph_out[0];
}

void capture_into(cudaStream_t stream, cudaGraph_t graph, const std::function<void()>& record) {
    check_cuda(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, capture_mode),
               "recording a graph");
    record();
    cudaGraph_t same = nullptr;
    check_cuda(cudaStreamEndCapture(stream, &same), "recording a graph");
}

/// The nodes that what is queued next would follow.
struct Frontier {
    const cudaGraphNode_t* nodes = nullptr;
    std::size_t count = 0;
};

Frontier frontier_of(cudaStream_t stream) {
    Frontier frontier;
    cudaStreamCaptureStatus status{};
#if CUDART_VERSION >= 13000
    const cudaGraphEdgeData* edges = nullptr;
    check_cuda(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &frontier.nodes, &edges,
                                        &frontier.count),
               "recording a graph");
#else
    check_cuda(cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, nullptr, &frontier.nodes,
                                           &frontier.count),
               "recording a graph");
#endif
    return frontier;
}

void follow(cudaStream_t stream, cudaGraphNode_t node) {
#if CUDART_VERSION >= 13000
    check_cuda(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1,
                                                   cudaStreamSetCaptureDependencies),
               "recording a graph");
#else
    check_cuda(
        cudaStreamUpdateCaptureDependencies(stream, &node, 1, cudaStreamSetCaptureDependencies),
        "recording a graph");
#endif
}

} // namespace

cudaGraphConditionalHandle LoopRecorder::condition() const {
    cudaGraphConditionalHandle handle{};
    check_cuda(cudaGraphConditionalHandleCreate(&handle, body_, 0, 0), "making a condition");
    return handle;
}

void LoopRecorder::when(cudaGraphConditionalHandle condition, std::function<void()> record) {
    const Frontier before = frontier_of(stream_->get());
    cudaGraphNode_t node = nullptr;
    const cudaGraph_t branch =
        add_conditional(body_, before.nodes, before.count, condition, cudaGraphCondTypeIf, node);
    follow(stream_->get(), node);
    branches_.push_back({branch, std::move(record)});
}

LoopGraph::LoopGraph(const Stream& stream, const std::function<void(LoopRecorder&)>& record) {
    check_cuda(cudaGraphCreate(&graph_, 0), "making a graph");
    cudaGraphConditionalHandle again{};
    check_cuda(cudaGraphConditionalHandleCreate(&again, graph_, 1, cudaGraphCondAssignDefault),
               "making a condition");
    cudaGraphNode_t node = nullptr;
    const cudaGraph_t body =
        add_conditional(graph_, nullptr, 0, again, cudaGraphCondTypeWhile, node);
    LoopRecorder recorder(stream, body, again);
    capture_into(stream.get(), body, [&] { record(recorder); });
    for (const LoopRecorder::Branch& branch : recorder.branches_)
        capture_into(stream.get(), branch.graph, branch.record);
    check_cuda(cudaGraphInstantiate(&executable_, graph_, 0), "preparing a graph");
}

LoopGraph::LoopGraph(LoopGraph&& other) noexcept
    : graph_(std::exchange(other.graph_, nullptr)),
      executable_(std::exchange(other.executable_, nullptr)) {}

LoopGraph& LoopGraph::operator=(LoopGraph&& other) noexcept {
    if (this != &other) {
        release();
        graph_ = std::exchange(other.graph_, nullptr);
        executable_ = std::exchange(other.executable_, nullptr);
    }
    return *this;
}

void LoopGraph::release() {
    if (executable_ != nullptr) cudaGraphExecDestroy(executable_);
    if (graph_ != nullptr) cudaGraphDestroy(graph_);
    executable_ = nullptr;
    graph_ = nullptr;
}

void LoopGraph::launch(const Stream& stream) const {
    MDSIM_EXPECT(!empty());
    check_cuda(cudaGraphLaunch(executable_, stream.get()), "starting a graph");
}

} // namespace mdsim
