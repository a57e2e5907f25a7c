// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/graph.hpp"

#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr auto capture_mode = cudaStreamCaptureModeThreadLocal;

/// The nodes that what is queued next would follow.
struct Frontier {
    const cudaGraphNode_t* nodes = nullptr;
    std::size_t count = 0;
};

/// Adds a conditional node and returns the graphs of which it runs one.
const cudaGraph_t* add_conditional(cudaGraph_t graph, const Frontier& after,
                                   cudaGraphConditionalHandle handle,
                                   cudaGraphConditionalNodeType type, std::size_t graphs,
                                   cudaGraphNode_t& node) {
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = static_cast<unsigned>(graphs);
#if CUDART_VERSION >= 13000
    check_cuda(cudaGraphAddNode(&node, graph, after.nodes, nullptr, after.count, &params),
               "adding a conditional node");
#else
    check_cuda(cudaGraphAddNode(&node, graph, after.nodes, after.count, &params),
               "adding a conditional node");
#endif
    return params.conditional.phGraph_out;
}

void capture_into(cudaStream_t stream, cudaGraph_t graph, const std::function<void()>& record) {
    check_cuda(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, capture_mode),
               "recording a graph");
    record();
    cudaGraph_t same = nullptr;
    check_cuda(cudaStreamEndCapture(stream, &same), "recording a graph");
}

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

void add_dependency(cudaGraph_t graph, cudaGraphNode_t first, cudaGraphNode_t second) {
#if CUDART_VERSION >= 13000
    check_cuda(cudaGraphAddDependencies(graph, &first, &second, nullptr, 1), "recording a graph");
#else
    check_cuda(cudaGraphAddDependencies(graph, &first, &second, 1), "recording a graph");
#endif
}

} // namespace

cudaGraphConditionalHandle LoopRecorder::condition() const {
    cudaGraphConditionalHandle handle{};
    check_cuda(cudaGraphConditionalHandleCreate(&handle, body_, 0, 0), "making a condition");
    return handle;
}

const cudaGraph_t* LoopRecorder::add(cudaGraphConditionalHandle handle,
                                     cudaGraphConditionalNodeType type, std::size_t branches) {
    cudaGraphNode_t node = nullptr;
    const cudaGraph_t* branch =
        add_conditional(body_, frontier_of(stream_->get()), handle, type, branches, node);
    follow(stream_->get(), node);
    return branch;
}

void LoopRecorder::when(cudaGraphConditionalHandle condition, std::function<void()> record) {
    branches_.push_back({*add(condition, cudaGraphCondTypeIf, 1), std::move(record)});
}

cudaGraphConditionalHandle LoopRecorder::choice() const {
    cudaGraphConditionalHandle handle{};
    check_cuda(cudaGraphConditionalHandleCreate(&handle, graph_, 0, cudaGraphCondAssignDefault),
               "making a choice");
    return handle;
}

#if CUDART_VERSION >= 12080
void LoopRecorder::choose(cudaGraphConditionalHandle choice,
                          const std::vector<std::function<void()>>& records) {
    const cudaGraph_t* branch = add(choice, cudaGraphCondTypeSwitch, records.size());
    for (std::size_t k = 0; k < records.size(); ++k) branches_.push_back({branch[k], records[k]});
}

bool graphs_choose() {
    constexpr int first_with_switches = 12080;
    int driver = 0;
    check_cuda(cudaDriverGetVersion(&driver), "asking for the version of the driver");
    return driver >= first_with_switches;
}
#else
void LoopRecorder::choose(cudaGraphConditionalHandle, const std::vector<std::function<void()>>&) {
    MDSIM_EXPECT(graphs_choose());
}

bool graphs_choose() { return false; }
#endif

LoopGraph::LoopGraph(const Stream& stream, const std::function<void(LoopRecorder&)>& record) {
    check_cuda(cudaGraphCreate(&graph_, 0), "making a graph");
    cudaGraphConditionalHandle again{};
    check_cuda(cudaGraphConditionalHandleCreate(&again, graph_, 1, cudaGraphCondAssignDefault),
               "making a condition");
    cudaGraphNode_t node = nullptr;
    const cudaGraph_t body = *add_conditional(graph_, {}, again, cudaGraphCondTypeWhile, 1, node);
    LoopRecorder recorder(stream, graph_, body, again);
    capture_into(stream.get(), body, [&] { record(recorder); });
    for (const LoopRecorder::Branch& branch : recorder.branches_)
        capture_into(stream.get(), branch.graph, branch.record);
    if (recorder.ahead_) record_ahead(stream, node, recorder.ahead_);
    check_cuda(cudaGraphInstantiate(&executable_, graph_, 0), "preparing a graph");
}

void LoopGraph::record_ahead(const Stream& stream, cudaGraphNode_t loop,
                             const std::function<void()>& record) {
    std::vector<cudaGraphNode_t> last;
    capture_into(stream.get(), graph_, [&] {
        record();
        const Frontier frontier = frontier_of(stream.get());
        last.assign(frontier.nodes, frontier.nodes + frontier.count);
    });
    for (const cudaGraphNode_t node : last) add_dependency(graph_, node, loop);
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
