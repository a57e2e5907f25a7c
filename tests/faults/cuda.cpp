// SPDX-License-Identifier: BSD-3-Clause
// Calls of the CUDA runtime, without its headers: the one that the plan chooses returns the status
// of the plan (2: out of memory, 46: devices unavailable, 214: uncorrectable memory error) and does
// nothing. Pointers, handles and numbers travel as they come, whatever they mean: one line a call.
#include <dlfcn.h>

#include <cstddef>
#include <utility>

#include "faults/plan.hpp"

namespace {

struct Dim3 {
    unsigned x = 1, y = 1, z = 1;
};

/// A handle of memory for other processes, which calls take by value.
struct IpcHandle {
    char bytes[64];
};

/// What the runtime would remember of a call that failed here: kernels tell their errors by it.
thread_local int last_error = 0;

bool fails(const char* name) {
    mdsim::faults::Plan& plan = mdsim::faults::Plan::get();
    return plan.counts("cuda") && plan.fails(name, "device");
}

/// Calls the function of this name behind ours, unless it is to fail.
template <class... Arguments> int forward(const char* name, Arguments... arguments) {
    if (fails(name)) return last_error = mdsim::faults::Plan::get().error();
    return reinterpret_cast<int (*)(Arguments...)>(::dlsym(RTLD_NEXT, name))(arguments...);
}

} // namespace

extern "C" {

// Errors that are remembered: what failed here comes before what the runtime knows.
int cudaPeekAtLastError() {
    const int own = forward(__func__);
    return last_error != 0 ? last_error : own;
}
int cudaGetLastError() {
    const int own = forward(__func__);
    const int injected = std::exchange(last_error, 0);
    return injected != 0 ? injected : own;
}

// Devices
int cudaGetDeviceCount(int* n) { return forward(__func__, n); }
int cudaGetDevice(int* device) { return forward(__func__, device); }
int cudaSetDevice(int device) { return forward(__func__, device); }
int cudaGetDeviceProperties(void* to, int device) { return forward(__func__, to, device); }
int cudaGetDeviceProperties_v2(void* to, int device) { return forward(__func__, to, device); }
int cudaDeviceGetAttribute(int* to, int what, int device) {
    return forward(__func__, to, what, device);
}
int cudaDeviceGetP2PAttribute(int* to, int what, int from, int peer) {
    return forward(__func__, to, what, from, peer);
}
int cudaDeviceGetByPCIBusId(int* device, const char* bus) { return forward(__func__, device, bus); }
int cudaDeviceGetPCIBusId(char* to, int bytes, int device) {
    return forward(__func__, to, bytes, device);
}
int cudaDeviceGetStreamPriorityRange(int* lowest, int* highest) {
    return forward(__func__, lowest, highest);
}
int cudaDriverGetVersion(int* version) { return forward(__func__, version); }
int cudaDeviceSynchronize() { return forward(__func__); }

// Memory
int cudaMalloc(void** memory, size_t bytes) { return forward(__func__, memory, bytes); }
int cudaMallocHost(void** memory, size_t bytes) { return forward(__func__, memory, bytes); }
int cudaFree(void* memory) { return forward(__func__, memory); }
int cudaFreeHost(void* memory) { return forward(__func__, memory); }
int cudaMemGetInfo(size_t* free, size_t* total) { return forward(__func__, free, total); }
int cudaMemcpy(void* to, const void* from, size_t bytes, int kind) {
    return forward(__func__, to, from, bytes, kind);
}
int cudaMemcpyAsync(void* to, const void* from, size_t bytes, int kind, void* stream) {
    return forward(__func__, to, from, bytes, kind, stream);
}
int cudaMemsetAsync(void* to, int value, size_t bytes, void* stream) {
    return forward(__func__, to, value, bytes, stream);
}
int cudaIpcGetMemHandle(IpcHandle* handle, void* memory) {
    return forward(__func__, handle, memory);
}
int cudaIpcOpenMemHandle(void** memory, IpcHandle handle, unsigned flags) {
    return forward(__func__, memory, handle, flags);
}
int cudaIpcCloseMemHandle(void* memory) { return forward(__func__, memory); }

// Streams and events
int cudaStreamCreateWithFlags(void** stream, unsigned flags) {
    return forward(__func__, stream, flags);
}
int cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
    return forward(__func__, stream, flags, priority);
}
int cudaStreamDestroy(void* stream) { return forward(__func__, stream); }
int cudaStreamQuery(void* stream) { return forward(__func__, stream); }
int cudaStreamSynchronize(void* stream) { return forward(__func__, stream); }
int cudaStreamWaitEvent(void* stream, void* event, unsigned flags) {
    return forward(__func__, stream, event, flags);
}
int cudaEventCreate(void** event) { return forward(__func__, event); }
int cudaEventCreateWithFlags(void** event, unsigned flags) {
    return forward(__func__, event, flags);
}
int cudaEventDestroy(void* event) { return forward(__func__, event); }
int cudaEventRecord(void* event, void* stream) { return forward(__func__, event, stream); }
int cudaEventSynchronize(void* event) { return forward(__func__, event); }
int cudaEventElapsedTime(float* ms, void* begin, void* end) {
    return forward(__func__, ms, begin, end);
}

// Kernels: the first is what CUDA 13 makes of <<<>>>, the second what CUDA 12 does.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
int __cudaLaunchKernel(void* kernel, Dim3 grid, Dim3 block, void** arguments, size_t shared,
                       void* stream) {
    return forward(__func__, kernel, grid, block, arguments, shared, stream);
}
int cudaLaunchKernel(const void* kernel, Dim3 grid, Dim3 block, void** arguments, size_t shared,
                     void* stream) {
    return forward(__func__, kernel, grid, block, arguments, shared, stream);
}
int cudaLaunchKernelExC(const void* config, const void* kernel, void** arguments) {
    return forward(__func__, config, kernel, arguments);
}
int cudaFuncGetAttributes(void* to, const void* kernel) { return forward(__func__, to, kernel); }
int cudaFuncSetAttribute(const void* kernel, int attribute, int value) {
    return forward(__func__, kernel, attribute, value);
}
int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                           int threads, size_t shared,
                                                           unsigned flags) {
    return forward(__func__, blocks, kernel, threads, shared, flags);
}

// Graphs
int cudaGraphCreate(void** graph, unsigned flags) { return forward(__func__, graph, flags); }
int cudaGraphDestroy(void* graph) { return forward(__func__, graph); }
int cudaGraphAddNode(void** node, void* graph, const void* after, const void* edges, size_t n,
                     void* what) {
    return forward(__func__, node, graph, after, edges, n, what);
}
int cudaGraphAddDependencies(void* graph, const void* from, const void* to, const void* edges,
                             size_t n) {
    return forward(__func__, graph, from, to, edges, n);
}
int cudaGraphConditionalHandleCreate(void* handle, void* graph, unsigned value, unsigned flags) {
    return forward(__func__, handle, graph, value, flags);
}
int cudaGraphInstantiate(void** executable, void* graph, unsigned long long flags) {
    return forward(__func__, executable, graph, flags);
}
int cudaGraphLaunch(void* executable, void* stream) {
    return forward(__func__, executable, stream);
}
int cudaGraphExecDestroy(void* executable) { return forward(__func__, executable); }
int cudaStreamBeginCaptureToGraph(void* stream, void* graph, const void* after, const void* edges,
                                  size_t n, int mode) {
    return forward(__func__, stream, graph, after, edges, n, mode);
}
int cudaStreamEndCapture(void* stream, void** graph) { return forward(__func__, stream, graph); }
int cudaStreamGetCaptureInfo(void* stream, void* status, void* id, void* graph, void* after,
                             void* edges, size_t* n) {
    return forward(__func__, stream, status, id, graph, after, edges, n);
}
int cudaStreamGetCaptureInfo_v2(void* stream, void* status, void* id, void* graph, void* after,
                                size_t* n) {
    return forward(__func__, stream, status, id, graph, after, n);
}
int cudaStreamUpdateCaptureDependencies(void* stream, void* after, const void* edges, size_t n,
                                        unsigned flags) {
    return forward(__func__, stream, after, edges, n, flags);
}

} // extern "C"
