// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/elementary_on_device.hpp"

#include "kernels/runtime/device_buffer.hpp"
#include "kernels/runtime/launch.hpp"

namespace mdsim::test {

namespace {

constexpr unsigned threads = 128;

template <class Real>
__global__ void evaluate_each(Elementary function, const Real* x, const Real* y, Real* out,
                              unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = evaluate(function, x[i], y[i]);
}

template <class Real> Buffer<Real, Device> on_device(const std::vector<Real>& numbers) {
    Buffer<Real, Device> copy(numbers.size());
    check_cuda(cudaMemcpy(copy.data(), numbers.data(), numbers.size() * sizeof(Real),
                          cudaMemcpyHostToDevice),
               "copying to the device");
    return copy;
}

} // namespace

template <class Real>
std::vector<Real> evaluated_on_device(Elementary function, const std::vector<Real>& x,
                                      const std::vector<Real>& y) {
    const Buffer<Real, Device> left = on_device(x);
    const Buffer<Real, Device> right = on_device(y);
    Buffer<Real, Device> out(x.size());
    const auto count = static_cast<unsigned>(x.size());
    evaluate_each<<<blocks_for(count, threads), threads>>>(function, left.data(), right.data(),
                                                           out.data(), count);
    check_launch("evaluate each");
    std::vector<Real> found(x.size());
    check_cuda(cudaMemcpy(found.data(), out.data(), count * sizeof(Real), cudaMemcpyDeviceToHost),
               "copying from the device");
    return found;
}

template std::vector<float> evaluated_on_device(Elementary, const std::vector<float>&,
                                                const std::vector<float>&);
template std::vector<double> evaluated_on_device(Elementary, const std::vector<double>&,
                                                 const std::vector<double>&);

} // namespace mdsim::test
