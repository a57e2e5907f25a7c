// SPDX-License-Identifier: BSD-3-Clause
#include "ops/density_modes.hpp"

#include <array>

#include "core/contract.hpp"
#include "cpu/reduce_runs.hpp"
#include "cpu/simd/wave_kernels.hpp"

namespace mdsim {

namespace {

/// Atoms of one type, gathered until there are enough of them for the kernel.
template <class Bits> class GatheredAtoms {
  public:
    bool full() const { return count_ == mode_terms; }

    template <class P> void put(const Site<P>& site) {
        x_[count_] = static_cast<Bits>(site.x);
        y_[count_] = static_cast<Bits>(site.y);
        z_[count_] = static_cast<Bits>(site.z);
        ++count_;
    }

    /// Adds their terms to the modes of a type, and is empty again.
    void flush(const std::vector<WaveVector>& waves, std::size_t type, DensityModes& modes) {
        const std::size_t atoms = count_;
        for (; count_ % wave_block_step != 0; ++count_) x_[count_] = y_[count_] = z_[count_] = 0;
        std::int64_t* const sums = modes.sums.data() + 2 * type;
        const std::size_t of_wave = 2 * modes.types;
        add_waves<Bits>()({x_.data(), y_.data(), z_.data(), phase_.data(), count_, waves.data(),
                           waves.size(), sums, of_wave});
        // Those behind the atoms have added a cosine of one each.
        const auto added = static_cast<std::int64_t>(count_ - atoms) << mode_scale<Bits>.bits;
        for (std::size_t w = 0; w < waves.size(); ++w) sums[w * of_wave] -= added;
        count_ = 0;
    }

  private:
    static_assert(mode_terms % wave_block_step == 0);

    alignas(64) std::array<Bits, mode_terms> x_;
    alignas(64) std::array<Bits, mode_terms> y_;
    alignas(64) std::array<Bits, mode_terms> z_;
    alignas(64) std::array<Bits, mode_terms> phase_;
    std::size_t count_ = 0;
};

} // namespace

template <class P>
DensityModes density_modes(const Particles<P, Host>& particles, const LocalCells& cells,
                           std::size_t types, const std::vector<WaveVector>& waves) {
    using Bits = PhaseBits<P>;
    MDSIM_EXPECT(particles.site.size() == cells.atoms && types > 0);
    DensityModes modes(waves.size(), types, mode_scale<Bits>);
    if (waves.empty()) return modes;
    modes.merge(reduce_runs<DensityModes>(cells, [&](const AtomRun& run, DensityModes& part) {
        if (part.sums.empty()) part = DensityModes(waves.size(), types, mode_scale<Bits>);
        GatheredAtoms<Bits> atoms;
        for (std::size_t type = 0; type < types; ++type) {
            for (std::size_t i = run.first; i < run.first + run.count; ++i) {
                const Site<P>& site = particles.site[i];
                if (static_cast<std::size_t>(site.type) != type) continue;
                atoms.put(site);
                if (atoms.full()) atoms.flush(waves, type, part);
            }
            atoms.flush(waves, type, part);
        }
    }));
    return modes;
}

template DensityModes density_modes(const Particles<MixedPrecision, Host>&, const LocalCells&,
                                    std::size_t, const std::vector<WaveVector>&);
template DensityModes density_modes(const Particles<DoublePrecision, Host>&, const LocalCells&,
                                    std::size_t, const std::vector<WaveVector>&);

} // namespace mdsim
