// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "core/contract.hpp"
#include "kernels/force/curve_cache.cuh"
#include "physics/curve/radial_curve.hpp"

namespace mdsim {

/// Two pieces that lie side by side, read as `read_piece` does.
struct TwoPieces {
    CurvePiece first, second;
};
__device__ inline TwoPieces read_two_pieces(std::uint32_t address, bool wanted) {
    TwoPieces piece{{0, 0}, {0, 0}};
    asm("{\n\t.reg .pred wanted;\n\t"
        "setp.ne.u32 wanted, %5, 0;\n\t"
        "@wanted ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];\n\t}"
        : "+f"(piece.first.value), "+r"(piece.first.slope_and_bend), "+f"(piece.second.value),
          "+r"(piece.second.slope_and_bend)
        : "r"(address), "r"(static_cast<std::uint32_t>(wanted)));
    return piece;
}

/// Functions of the distance of a pair by a curve in shared memory, in its unit. `width` is their
/// number.
template <int width> class CachedRadialCurve {
  public:
    __device__ explicit CachedRadialCurve(const RadialCurve& curve)
        : curve_(curve), origin_(static_cast<std::uint32_t>(
                                     __cvta_generic_to_shared(launched_memory() + curve.at)) -
                                 std::bit_cast<std::uint32_t>(RadialCurve::rounding) * bytes) {
        // Registers hold it, or the compiler computes it anew for every pair.
        asm volatile("" : "+r"(origin_));
    }

    /// Whether a pair is too close for the curve, hardly ever: it then has the values at the core.
    __device__ bool in_core(float r2) const { return r2 < curve_.core2; }

    /// The value of the only function; zero unless within the cutoff, and nothing is read then.
    __device__ float value(float r2, bool within) const {
        static_assert(width == 1);
        const RadialCurve::Place at = curve_.place_of(::fmaxf(r2, curve_.core2));
        return read_piece(address(at, within), within).at(at.place);
    }

    /// Likewise the first function, and `factor` times the second.
    __device__ float sum(float r2, float factor, bool within) const {
        static_assert(width == 2);
        const RadialCurve::Place at = curve_.place_of(::fmaxf(r2, curve_.core2));
        const TwoPieces piece = read_two_pieces(address(at, within), within);
        return fused_multiply_add(factor, piece.second.at(at.place), piece.first.at(at.place));
    }

  private:
    static constexpr std::uint32_t bytes = width * sizeof(CurvePiece);

    __device__ std::uint32_t address(const RadialCurve::Place& at, bool within) const {
        MDSIM_EXPECT(!within ||
                     at.piece_and_rounding - std::bit_cast<std::uint32_t>(RadialCurve::rounding) <
                         curve_.words * sizeof(uint4) / bytes);
        return origin_ + at.piece_and_rounding * bytes; // modulo 2^32
    }

    const RadialCurve& curve_;
    std::uint32_t origin_; ///< address in shared memory of the first piece, less the rounding
};

} // namespace mdsim
