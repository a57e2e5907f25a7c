// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_pipeline.h>

#include "core/contract.hpp"
#include "kernels/runtime/launched_memory.cuh"
#include "physics/curve/force_curve.hpp"

namespace mdsim {

/// Begins to copy pieces, as words of 16 bytes, to byte `at` of the memory that the kernel is
/// launched with; they are there after the barrier that follows `wait_for_curve`. All threads of
/// the block.
__device__ inline void load_pieces(const CurvePiece* pieces, std::uint32_t words,
                                   std::uint32_t at) {
    MDSIM_EXPECT(at % shared_line == 0);
    const auto* from = reinterpret_cast<const uint4*>(pieces);
    auto* to = reinterpret_cast<uint4*>(launched_memory() + at);
    // All words at once, without registers: the whole copy takes as long as one read.
    for (std::uint32_t k = threadIdx.x; k < words; k += blockDim.x)
        __pipeline_memcpy_async(to + k, from + k, sizeof(uint4));
    __pipeline_commit();
}

/// The same for a curve, if there is one.
__device__ inline void load_curve(const ForceCurve& curve) {
    if (curve.piece == nullptr) return;
    MDSIM_EXPECT(curve.count % 2 == 0); // whole words
    load_pieces(curve.piece, curve.count / (sizeof(uint4) / sizeof(CurvePiece)), curve.at);
}

/// Waits for what the thread itself copies.
__device__ inline void wait_for_curve() { __pipeline_wait_prior(0); }

/// A piece in shared memory if `wanted`, otherwise all zeros and nothing is read. Only for
/// addresses that depend on what is read behind the barrier that follows `wait_for_curve`.
__device__ inline CurvePiece read_piece(std::uint32_t address, bool wanted) {
    CurvePiece piece{0, 0};
    asm("{\n\t.reg .pred wanted;\n\t"
        "setp.ne.u32 wanted, %3, 0;\n\t"
        "@wanted ld.shared.v2.b32 {%0, %1}, [%2];\n\t}"
        : "+f"(piece.value), "+r"(piece.slope_and_bend)
        : "r"(address), "r"(static_cast<std::uint32_t>(wanted)));
    return piece;
}

/// F/r of pairs by a curve in shared memory.
class CachedCurve {
  public:
    __device__ explicit CachedCurve(const ForceCurve& curve)
        : curve_(curve), origin_(static_cast<std::uint32_t>(
                                     __cvta_generic_to_shared(launched_memory() + curve.at)) -
                                 curve.first * std::uint32_t{sizeof(CurvePiece)}) {
        // Registers hold these, or the compiler reads them anew for every pair.
        asm volatile("" : "+r"(curve_.unit), "+r"(origin_));
    }

    /// Whether a pair is too close for the curve, hardly ever: it then has the force at the core.
    __device__ bool in_core(float r2) const { return r2 < curve_.core; }

    /// Zero unless within the cutoff. Lanes beyond it read nothing: random reads of shared memory
    /// are what the walk waits for, and half of the listed pairs are there.
    __device__ float force_over_r(float r2, bool within) const {
        const ForceCurve::Place at = curve_.place_of(r2);
        MDSIM_EXPECT(!within || at.piece - curve_.first < curve_.count);
        const CurvePiece piece =
            read_piece(origin_ + at.piece * std::uint32_t{sizeof(CurvePiece)}, within);
        return piece.at(at.place);
    }

  private:
    ForceCurve curve_;
    std::uint32_t origin_; ///< address in shared memory of where piece number zero would be
};

} // namespace mdsim
