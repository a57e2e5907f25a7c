// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_fp16.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim {

/// A parabola for F/r in 8 bytes. The last bits of `slope_and_bend` are the leading ones of a half,
/// the bend; the whole word is the slope, which the maker has chosen so that they do no harm.
struct alignas(8) CurvePiece {
    static constexpr int bend_bits = 10;

    float value;
    std::uint32_t slope_and_bend;

    MDSIM_HD float slope() const { return std::bit_cast<float>(slope_and_bend); }
    MDSIM_HD float bend() const {
        constexpr int unused = 16 - bend_bits;
        return __half2float(
            __ushort_as_half(static_cast<unsigned short>(slope_and_bend << unused)));
    }
};

/// F/r of a truncated potential as a function of r^2, small enough for shared memory: a potential
/// that reads samples at random costs less so. Pieces are numbered by the leading bits of r^2 as a
/// float, so each doubling of r^2 has equally many.
struct ForceCurve {
    static constexpr int doubling_bits = 9; ///< 2^9 pieces a doubling
    static constexpr int place_bits = 23 - doubling_bits;

    const CurvePiece* piece = nullptr; ///< null: there is no curve
    std::uint32_t count = 0;           ///< even, so that words of 16 bytes can be copied
    std::uint32_t first = 0;           ///< the number of the first piece
    float core = 0;                    ///< up to this r^2, F/r is constant [length^2]
    std::uint32_t unit = 0;            ///< of places, a power of two, as the bits of a float
    float middle = 0;                  ///< the unit, and half the length of a piece
    std::uint32_t at = 0;              ///< where kernels keep it in their shared memory [bytes]

    /// The number of the piece that r^2 is in, and where in it.
    struct Place {
        std::uint32_t piece;
        float place;
    };
    MDSIM_HD Place place_of(float r2) const {
        const auto bits = std::bit_cast<std::uint32_t>(::fmaxf(r2, core));
        const std::uint32_t rest = bits & ((1u << place_bits) - 1);
        return {bits >> place_bits, std::bit_cast<float>(rest | unit) - middle};
    }

    /// F/r [energy / length^2].
    MDSIM_HD static float force_over_r(const CurvePiece& piece, float place) {
        return fused_multiply_add(place, fused_multiply_add(place, piece.bend(), piece.slope()),
                                  piece.value);
    }
};

/// Pieces that a curve may have: eight doublings of r^2. They fit beside the largest window into
/// the 99 KB of shared memory that a block has on any device.
inline constexpr std::uint32_t most_curve_pieces = 8u << ForceCurve::doubling_bits;

/// How far a curve may be from the potential, as a part of the largest force within 9 % of that
/// r^2. It is the bound for any one pair; of Lennard-Jones the rms is less than a tenth. Positions,
/// floats from the centre of a tile, bring as much.
inline constexpr double largest_curve_error = 2e-6;

struct StoredCurve {
    ForceCurve curve;
    std::vector<CurvePiece> pieces; ///< none: no curve is close enough
};

/// The curve of F/r, a function of r^2 that is asked below `cutoff2` only. There is none if F/r is
/// not constant as r goes to zero, if it varies over too wide a range of r, or is too rough.
StoredCurve make_force_curve(const std::function<double(double)>& force_over_r, float cutoff2);

} // namespace mdsim
