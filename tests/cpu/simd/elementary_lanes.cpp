// SPDX-License-Identifier: BSD-3-Clause
// Compiled once a SIMD level, as the kernels are.
#include "cpu/simd/elementary_lanes.hpp"

#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

template <class Real>
static void evaluate_lanes(test::Elementary function, const Real* x, const Real* y, Real* out,
                           std::size_t count) {
    using Numbers = Pack<Real>;
    for (std::size_t i = 0; i < count; i += Numbers::width)
        test::evaluate(function, Numbers::load(x + i), Numbers::load(y + i)).store(out + i);
}

test::EvaluateLanes<float> float_lanes() { return &evaluate_lanes<float>; }
test::EvaluateLanes<double> double_lanes() { return &evaluate_lanes<double>; }

} // namespace mdsim::simd::MDSIM_SIMD
