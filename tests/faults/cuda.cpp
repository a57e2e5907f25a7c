// SPDX-License-Identifier: BSD-3-Clause
// Calls of the CUDA runtime, without its headers: the one that the plan chooses returns the status
// of the plan (2: out of memory, 46: devices unavailable, 214: uncorrectable memory error).
#include <dlfcn.h>

#include <cstddef>
#include <string>

#include "faults/plan.hpp"

namespace {

struct Dim3 {
    unsigned x = 1, y = 1, z = 1;
};

/// Calls the function of this name behind ours, unless it is to fail.
template <class... Arguments> int forward(const char* name, Arguments... arguments) {
    mdsim::faults::Plan& plan = mdsim::faults::Plan::get();
    if (plan.counts("cuda") && plan.fails(name, "device")) return plan.error();
    return reinterpret_cast<int (*)(Arguments...)>(::dlsym(RTLD_NEXT, name))(arguments...);
}

} // namespace

extern "C" {

int cudaMalloc(void** memory, size_t bytes) { return forward("cudaMalloc", memory, bytes); }
int cudaMallocHost(void** memory, size_t bytes) { return forward("cudaMallocHost", memory, bytes); }
int cudaMemcpyAsync(void* to, const void* from, size_t bytes, int kind, void* stream) {
    return forward("cudaMemcpyAsync", to, from, bytes, kind, stream);
}
int cudaMemcpy(void* to, const void* from, size_t bytes, int kind) {
    return forward("cudaMemcpy", to, from, bytes, kind);
}
int cudaMemsetAsync(void* to, int value, size_t bytes, void* stream) {
    return forward("cudaMemsetAsync", to, value, bytes, stream);
}
int cudaStreamCreateWithFlags(void** stream, unsigned flags) {
    return forward("cudaStreamCreateWithFlags", stream, flags);
}
int cudaStreamSynchronize(void* stream) { return forward("cudaStreamSynchronize", stream); }
int cudaDeviceSynchronize() { return forward("cudaDeviceSynchronize"); }
int cudaEventCreate(void** event) { return forward("cudaEventCreate", event); }
int cudaEventCreateWithFlags(void** event, unsigned flags) {
    return forward("cudaEventCreateWithFlags", event, flags);
}
int cudaEventRecord(void* event, void* stream) { return forward("cudaEventRecord", event, stream); }
int cudaEventSynchronize(void* event) { return forward("cudaEventSynchronize", event); }
int cudaGraphCreate(void** graph, unsigned flags) {
    return forward("cudaGraphCreate", graph, flags);
}
int cudaGraphInstantiate(void** executable, void* graph, unsigned long long flags) {
    return forward("cudaGraphInstantiate", executable, graph, flags);
}
int cudaGraphLaunch(void* executable, void* stream) {
    return forward("cudaGraphLaunch", executable, stream);
}
int cudaLaunchKernel(const void* kernel, Dim3 grid, Dim3 block, void** arguments, size_t shared,
                     void* stream) {
    return forward("cudaLaunchKernel", kernel, grid, block, arguments, shared, stream);
}
int cudaLaunchKernelExC(const void* config, const void* kernel, void** arguments) {
    return forward("cudaLaunchKernelExC", config, kernel, arguments);
}
int cudaSetDevice(int device) { return forward("cudaSetDevice", device); }
int cudaFuncSetAttribute(const void* kernel, int attribute, int value) {
    return forward("cudaFuncSetAttribute", kernel, attribute, value);
}
int cudaIpcGetMemHandle(void* handle, void* memory) {
    return forward("cudaIpcGetMemHandle", handle, memory);
}

} // extern "C"
