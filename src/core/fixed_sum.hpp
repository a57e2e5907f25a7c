// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/number_bits.hpp"

namespace mdsim {

/// The scale of a sum in fixed point: integers count units of 2^-bits.
struct FixedScale {
    int bits;
};

/// The scales of all sums, each with the range it leaves. Values are in internal units.
namespace fixed_scale {
/// Sums over the whole system, 128 bits: steps of 4e-15, terms below 1.4e14, totals below 6e23.
inline constexpr FixedScale energy{48};
inline constexpr FixedScale virial{48};
inline constexpr FixedScale kinetic_energy{48};
inline constexpr FixedScale correlation{48};
inline constexpr FixedScale heat_current{48};
inline constexpr FixedScale measure{48};
/// The same, of smaller numbers: steps of 5e-20, terms below 2.1e9, totals below 9.2e18.
inline constexpr FixedScale momentum{64};
/// The same, of numbers of at most one: steps of 4e-19.
inline constexpr FixedScale descent{61};
/// Numbers of atoms.
inline constexpr FixedScale count{0};
/// What one atom gathers from several tiles, 64 bits: steps of 9e-13, up to 8e6.
inline constexpr FixedScale atom_force{40};
inline constexpr FixedScale atom_energy{40};
inline constexpr FixedScale atom_virial{40};
} // namespace fixed_scale

/// The nearest whole number, of two the even one. Hosts that have no instruction for it would call
/// a function: above 2^52 all doubles are whole, so that adding it rounds.
MDSIM_HD double nearest_whole(double value) {
#if defined(__CUDA_ARCH__)
    return ::rint(value);
#else
    const double size = value < 0 ? -value : value;
    const double whole = size < 0x1p52 ? (size + 0x1p52) - 0x1p52 : size;
    return value < 0 ? -whole : whole;
#endif
}

/// How many bits above the highest one of a number are zero; it must not be zero itself.
MDSIM_HD int leading_zeros(std::uint64_t number) {
#if defined(__CUDA_ARCH__)
    return __clzll(static_cast<long long>(number));
#else
    return std::countl_zero(number);
#endif
}

/// Rounds a contribution to 64-bit fixed point, halves to even. Out of range, the nearest end;
/// NaN, zero; both set `saturated`, which is never cleared.
MDSIM_HD std::int64_t to_fixed64(double value, FixedScale scale, bool& saturated) {
    const double scaled = nearest_whole(value * power_of_two<double>(scale.bits));
    if (scaled >= -0x1p63 && scaled < 0x1p63) return static_cast<std::int64_t>(scaled);
    saturated = true;
    if (scaled > 0) return INT64_MAX;
    return scaled < 0 ? INT64_MIN : 0;
}

/// The value that a 64-bit fixed-point number stands for.
MDSIM_HD double from_fixed64(std::int64_t value, FixedScale scale) {
    return static_cast<double>(value) * power_of_two<double>(-scale.bits);
}

/// A sum whose bits do not depend on the order or grouping of its terms: a 128-bit integer.
///
/// Plain words and a flag, so that ranks and devices can carry it. A term of 2^95 steps or more, or
/// NaN, adds nothing and sets the flag for good; 2^32 smaller terms cannot overflow the sum.
class FixedSum {
  public:
    FixedSum() = default;
    MDSIM_HD explicit FixedSum(FixedScale scale) : bits_(scale.bits) {}

    /// Adds a number, rounded once to the scale.
    MDSIM_HD void add(double value) {
        MDSIM_EXPECT(bits_ > 0); // it has a scale
        const double scaled = nearest_whole(value * power_of_two<double>(bits_));
        const double size = scaled < 0 ? -scaled : scaled;
        if (size < 0x1p63) {
            const auto word = static_cast<std::int64_t>(scaled);
            add_words(word < 0 ? ~std::uint64_t{0} : 0, static_cast<std::uint64_t>(word));
        } else if (size < 0x1p95) {
            // What is above the lowest 32 bits has the sign, both parts are exact.
            const double upper = ::floor(scaled * 0x1p-32);
            const auto word = static_cast<std::int64_t>(upper);
            const auto rest = static_cast<std::uint32_t>(scaled - upper * 0x1p32);
            add_words(static_cast<std::uint64_t>(word >> 32),
                      static_cast<std::uint64_t>(word) << 32 | rest);
        } else {
            saturated_ = 1;
        }
    }

    /// Adds a 64-bit fixed-point number exactly; its scale must not be finer than the sum's, nor
    /// coarser by more than 32 bits.
    MDSIM_HD void add_fixed(std::int64_t value, FixedScale scale) {
        const int shift = bits_ - scale.bits;
        MDSIM_EXPECT(shift >= 0 && shift <= 32);
        const std::uint64_t sign = value < 0 ? ~std::uint64_t{0} : 0;
        const auto word = static_cast<std::uint64_t>(value);
        if (shift == 0)
            add_words(sign, word);
        else
            add_words(sign << shift | word >> (64 - shift), word << shift);
    }

    /// Adds upper 2^32 + lower steps, of whole numbers below 2^53.
    MDSIM_HD void add_whole(double upper, double lower) {
        MDSIM_EXPECT(bits_ > 0);
        const auto high = static_cast<std::int64_t>(upper);
        const auto low = static_cast<std::int64_t>(lower);
        add_words(static_cast<std::uint64_t>(high >> 32), static_cast<std::uint64_t>(high) << 32);
        add_words(low < 0 ? ~std::uint64_t{0} : 0, static_cast<std::uint64_t>(low));
    }

    /// Adds another sum of the same scale, its flag included.
    MDSIM_HD void merge(const FixedSum& other) {
        MDSIM_EXPECT(bits_ == other.bits_);
        add_words(other.high_, other.low_);
        saturated_ |= other.saturated_;
    }

    /// The sum, correctly rounded to double.
    MDSIM_HD double value() const {
        const bool negative = static_cast<std::int64_t>(high_) < 0;
        std::uint64_t high = negative ? ~high_ + (low_ == 0 ? 1 : 0) : high_;
        std::uint64_t low = negative ? ~low_ + 1 : low_;
        int exponent = -bits_;
        if (high != 0) {
            // The top 64 bits, with a sticky last bit for what is cut off, round like the whole.
            const int shift = leading_zeros(high);
            if (shift > 0) {
                high = high << shift | low >> (64 - shift);
                low <<= shift;
            }
            exponent += 64 - shift;
            low = high | (low != 0 ? 1 : 0);
        }
        const double size = ::ldexp(static_cast<double>(low), exponent);
        return negative ? -size : size;
    }

    /// Whether a term was out of range or NaN, here or in any sum merged into this one.
    MDSIM_HD bool saturated() const { return saturated_ != 0; }

    /// The two's complement of the sum, low word first, for those who carry it.
    struct Words {
        std::uint64_t low;
        std::uint64_t high;
    };
    MDSIM_HD Words words() const { return {low_, high_}; }

    /// The sum that the words stand for.
    MDSIM_HD static FixedSum from_words(FixedScale scale, const Words& words, bool saturated) {
        FixedSum sum;
        sum.bits_ = scale.bits;
        sum.low_ = words.low;
        sum.high_ = words.high;
        sum.saturated_ = saturated ? 1 : 0;
        return sum;
    }
    MDSIM_HD FixedScale scale() const { return {bits_}; }

    friend bool operator==(const FixedSum& a, const FixedSum& b) {
        return a.high_ == b.high_ && a.low_ == b.low_ && a.saturated_ == b.saturated_ &&
               a.bits_ == b.bits_;
    }
    friend bool operator!=(const FixedSum& a, const FixedSum& b) { return !(a == b); }

  private:
    MDSIM_HD void add_words(std::uint64_t high, std::uint64_t low) {
        low_ += low;
        high_ += high + (low_ < low ? 1 : 0);
    }

    std::uint64_t high_ = 0; ///< two's complement
    std::uint64_t low_ = 0;
    std::int32_t saturated_ = 0;
    std::int32_t bits_ = 0;
};

static_assert(sizeof(FixedSum) == 24);

} // namespace mdsim
