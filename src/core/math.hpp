// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "core/hd.hpp"

namespace mdsim {

/// The arithmetic that formulas are written in. `Real` is float, double or a pack of them; a pack
/// brings its own overloads of the primitives below, found by argument-dependent lookup. None of
/// them branches on a value, and every one rounds the same way on every host processor.

/// The number type of one lane of `Real`; a pack declares it as `value_type`.
template <class Real> struct ScalarOf { using type = typename Real::value_type; };
template <> struct ScalarOf<float> { using type = float; };
template <> struct ScalarOf<double> { using type = double; };
template <class Real> using Scalar = typename ScalarOf<Real>::type;

/// a * b + c, rounded once.
MDSIM_HD float fused_multiply_add(float a, float b, float c) { return ::fmaf(a, b, c); }
MDSIM_HD double fused_multiply_add(double a, double b, double c) { return ::fma(a, b, c); }

/// The correctly rounded square root; NaN for a negative argument. On a device within one unit in
/// the last place for float.
MDSIM_HD float square_root(float x) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
#else
    return ::sqrtf(x);
#endif
}
MDSIM_HD double square_root(double x) { return ::sqrt(x); }

/// The nearest whole number, halves to even.
MDSIM_HD float round_to_whole(float x) { return ::rintf(x); }
MDSIM_HD double round_to_whole(double x) { return ::rint(x); }

/// The whole number next to x towards zero.
MDSIM_HD float truncate(float x) { return ::truncf(x); }
MDSIM_HD double truncate(double x) { return ::trunc(x); }

/// The same as an integer; |x| must be below 2^31.
MDSIM_HD std::int32_t truncate_to_int(float x) { return static_cast<std::int32_t>(x); }
MDSIM_HD std::int32_t truncate_to_int(double x) { return static_cast<std::int32_t>(x); }

/// An index times a small number.
MDSIM_HD std::int32_t scaled(std::int32_t index, int factor) { return index * factor; }

/// The entry `index` of an array; a pack of indices gathers one entry a lane.
MDSIM_HD float lookup(const float* base, std::int32_t index) { return base[index]; }
MDSIM_HD double lookup(const double* base, std::int32_t index) { return base[index]; }

/// Four numbers that follow each other.
template <class Real> struct FourOf { Real value[4]; };

/// The entry `index` of an array and the three behind it.
template <class Element, class Index>
MDSIM_HD auto lookup_four(const Element* base, const Index& index) {
    return FourOf<decltype(lookup(base, index))>{{lookup(base, index), lookup(base + 1, index),
                                                  lookup(base + 2, index),
                                                  lookup(base + 3, index)}};
}

/// Two numbers that follow each other.
template <class Real> struct TwoOf { Real value[2]; };

#if defined(__CUDA_ARCH__)
/// On a device whole words of 16 bytes are read, also where a part is not used, which the compiler
/// would read number by number: the array and the index must be multiples of that.
MDSIM_HD FourOf<float> lookup_four(const float* base, std::int32_t index) {
    FourOf<float> four;
    asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(four.value[0]), "=f"(four.value[1]), "=f"(four.value[2]), "=f"(four.value[3])
        : "l"(__cvta_generic_to_global(base + index)));
    return four;
}
MDSIM_HD FourOf<double> lookup_four(const double* base, std::int32_t index) {
    FourOf<double> four;
    for (int k = 0; k < 4; k += 2)
        asm("ld.global.nc.v2.f64 {%0, %1}, [%2];"
            : "=d"(four.value[k]), "=d"(four.value[k + 1])
            : "l"(__cvta_generic_to_global(base + index + k)));
    return four;
}
#endif

/// `yes` where the condition holds, else `no`; both are evaluated.
MDSIM_HD float select(bool condition, float yes, float no) { return condition ? yes : no; }
MDSIM_HD double select(bool condition, double yes, double no) { return condition ? yes : no; }

/// 1 / x, correctly rounded; on a device within one unit in the last place for float.
template <class Real> MDSIM_HD Real reciprocal(Real x) { return Real(Scalar<Real>(1)) / x; }
#if defined(__CUDA_ARCH__)
template <> MDSIM_HD float reciprocal(float x) {
    float result;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}
#endif

/// The smaller of two; `b` where either is NaN.
template <class Real> MDSIM_HD Real minimum(Real a, Real b) { return select(a < b, a, b); }

/// The larger of two; `b` where either is NaN.
template <class Real> MDSIM_HD Real maximum(Real a, Real b) { return select(a > b, a, b); }

/// |x|; of a zero, a zero of unspecified sign.
template <class Real> MDSIM_HD Real absolute(Real x) { return maximum(x, -x); }

/// x^n by repeated squaring; n at least 1.
template <int n, class Real> MDSIM_HD Real power(Real x) {
    static_assert(n >= 1);
    if constexpr (n == 1)
        return x;
    else if constexpr (n % 2 == 0)
        return power<n / 2>(x * x);
    else
        return x * power<n / 2>(x * x);
}

/// x^n for n >= 0, the same in all lanes, within n / 2 ulp: the product of the powers x, x^2, x^4,
/// ... that n is the sum of, the lowest first.
template <class Real> MDSIM_HD Real power(Real x, int n) {
    Real result(Scalar<Real>(1));
    for (; n > 0; n /= 2) {
        if (n % 2 != 0) result = result * x;
        x = x * x;
    }
    return result;
}

/// c0 + x (c1 + x (c2 + ...)) by Horner's rule with fused steps; the coefficients are plain
/// numbers.
template <class Real> MDSIM_HD Real polynomial(Real, double c0) {
    return Real(static_cast<Scalar<Real>>(c0));
}
template <class Real, class... Rest>
MDSIM_HD Real polynomial(Real x, double c0, double c1, Rest... rest) {
    return fused_multiply_add(x, polynomial(x, c1, rest...), Real(static_cast<Scalar<Real>>(c0)));
}

} // namespace mdsim
