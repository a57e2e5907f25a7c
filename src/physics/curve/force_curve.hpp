// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/hd.hpp"
#include "physics/curve/curve_piece.hpp"

namespace mdsim {

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
};

/// Pieces that a curve may have: eight doublings of r^2. They fit beside the largest window into
/// the 99 KB of shared memory that a block has on any device.
inline constexpr std::uint32_t most_curve_pieces = 8u << ForceCurve::doubling_bits;

struct StoredCurve {
    ForceCurve curve;
    std::vector<CurvePiece> pieces; ///< none: no curve is close enough
};

/// The curve of F/r, a function of r^2 that is asked below `cutoff2` only. There is none if F/r is
/// not constant as r goes to zero, if it varies over too wide a range of r, or is too rough.
StoredCurve make_force_curve(const std::function<double(double)>& force_over_r, float cutoff2);

} // namespace mdsim
