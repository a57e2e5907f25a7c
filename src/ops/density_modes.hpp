// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/contract.hpp"
#include "core/fixed_sum.hpp"
#include "core/hd.hpp"
#include "core/phase.hpp"
#include "ops/wave_vectors.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The unsigned integer that holds a fraction of an edge, and the phase of a wave at an atom.
template <class P> using PhaseBits = std::make_unsigned_t<typename P::Fraction>;

/// The phase of a wave at an atom, n times its fractions of the edges: exact, as it wraps by
/// overflow.
template <class Bits> MDSIM_HD Bits phase_of(const WaveVector& n, Bits x, Bits y, Bits z) {
    using Whole = std::make_signed_t<Bits>;
    const auto factor = [](std::int32_t periods) {
        return static_cast<Bits>(static_cast<Whole>(periods));
    };
    return factor(n.x) * x + factor(n.y) * y + factor(n.z) * z;
}

/// Sums of sines and cosines count units of 2^-bits: floats are rounded to 1.2e-7, doubles to
/// 5e-10. In 64 bits the sums over 2^33 atoms fit.
template <class Bits>
inline constexpr FixedScale mode_scale{sizeof(Bits) == sizeof(float) ? 22 : 30};

/// So many terms fit into the integer of a phase.
inline constexpr std::size_t mode_terms = 256;

/// A sine or cosine in fixed point, modulo the range of `Bits`: above 2^mantissa units the last
/// place of a number is the unit, so that adding it rounds.
template <class Bits> MDSIM_HD Bits mode_term(PhaseNumber<Bits> value) {
    using Real = PhaseNumber<Bits>;
    constexpr int bits = mode_scale<Bits>.bits;
    const Real offset =
        Real(1.5) * FloatLayout<Real>::implicit_one * power_of_two<Real>(Real(-bits));
    return raw_bits(value + offset) - raw_bits(offset);
}

/// What one atom adds to a mode.
template <class Bits> struct ModeTerms {
    Bits cosine;
    Bits sine;
};
template <class Bits> MDSIM_HD ModeTerms<Bits> mode_terms_of(Bits phase) {
    const SineCosine<PhaseNumber<Bits>> wave = sine_cosine_of_phase(phase);
    return {mode_term<Bits>(wave.cosine), mode_term<Bits>(wave.sine)};
}

/// The modes of the density of each type of atoms, rho(q) = sum of exp(i q.r) over its atoms: the
/// same bits on any number of ranks and threads.
struct DensityModes {
    std::size_t types = 0;
    FixedScale scale{0};
    std::vector<std::int64_t> sums; ///< [wave][type]: the cosine, then the sine

    DensityModes() = default;
    DensityModes(std::size_t waves, std::size_t type_count, FixedScale units)
        : types(type_count), scale(units), sums(2 * waves * type_count, 0) {}

    double cosine(std::size_t wave, std::size_t type) const { return sum(wave, type, 0); }
    double sine(std::size_t wave, std::size_t type) const { return sum(wave, type, 1); }

    /// Adds those of the same waves; without any it adds nothing, and becomes a copy.
    void merge(const DensityModes& other) {
        if (other.sums.empty()) return;
        if (sums.empty()) {
            *this = other;
            return;
        }
        MDSIM_EXPECT(sums.size() == other.sums.size() && scale.bits == other.scale.bits);
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
    }

  private:
    double sum(std::size_t wave, std::size_t type, std::size_t part) const {
        const std::size_t i = 2 * (wave * types + type) + part;
        MDSIM_EXPECT(type < types && i < sums.size());
        return from_fixed64(sums[i], scale);
    }
};

/// Those of the atoms of this rank.
template <class P>
DensityModes density_modes(const Particles<P, Host>& particles, const LocalCells& cells,
                           std::size_t types, const std::vector<WaveVector>& waves);

} // namespace mdsim
