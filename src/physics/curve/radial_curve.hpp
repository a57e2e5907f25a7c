// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/curve/curve_piece.hpp"

namespace mdsim {

/// Some functions of the distance of a pair, at equal steps of it and small enough for shared
/// memory. Where functions are splines between knots, pieces end at the knots: splines of published
/// tables have bends there, which a curve in r^2 cuts off.
struct RadialCurve {
    const CurvePiece* piece = nullptr; ///< [pieces][functions]; null: there is no curve
    std::uint32_t words = 0;           ///< of 16 bytes
    float inverse_spacing = 0;         ///< [1 / length]
    float start = 0;                   ///< the middle of the first piece, in steps, negative
    float core2 = 0; ///< up to this r^2 the curve says nothing; above zero [length^2]
    float unit = 1;  ///< of values, a power of two
    float inverse_unit = 1;
    std::uint32_t at = 0; ///< where kernels keep it in their shared memory [bytes]

    /// Where a distance lies: the bits of `rounding` and the number of the piece, and the place in
    /// it, from -1/2 to 1/2.
    struct Place {
        std::uint32_t piece_and_rounding;
        float place;
    };
    /// Adding it rounds to the nearest whole number, which is then in the last bits.
    static constexpr float rounding = 12582912; // 1.5 * 2^23

    MDSIM_HD Place place_of(float r2) const {
        const float steps = fused_multiply_add(square_root(r2), inverse_spacing, start);
        const float rounded = steps + rounding;
        return {std::bit_cast<std::uint32_t>(rounded), steps - (rounded - rounding)};
    }
};

struct StoredRadialCurve {
    RadialCurve curve;
    std::vector<CurvePiece> pieces; ///< none: no curve is close enough
};

/// Pieces that a curve may have. With two functions they take 16 KB of shared memory.
inline constexpr std::uint32_t most_radial_pieces = 1024;

/// What is known of the functions of a curve.
struct RadialScale {
    double knots;   ///< the distance of their knots, or zero [length]
    double nearest; ///< about where the nearest neighbours of a crystal are [length]
};

/// The curve of functions of r^2 up to the cutoff, with as few pieces as are close enough to each:
/// `largest_curve_error` is then a part of the largest value nearby, or of the largest that there
/// is from `nearest` on, where that is larger. It ends well inside of `nearest`. There is none if
/// `most_radial_pieces` are not enough.
StoredRadialCurve make_radial_curve(const std::vector<std::function<double(double)>>& functions,
                                    float cutoff2, const RadialScale& scale);

} // namespace mdsim
