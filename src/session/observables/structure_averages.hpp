// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/block_sums.hpp"
#include "core/matrix3.hpp"
#include "ops/density_modes.hpp"
#include "session/output_state.hpp"

namespace mdsim {

/// The averages over time of the static structure factor in shells of |q|, with errors by the
/// jackknife: S(q) = <|rho(q)|^2> / N (J.-P. Hansen and I. R. McDonald, Theory of Simple Liquids,
/// 4th ed. 2013, section 4.1), and of each pair of species S_ab(q) = <rho_a(q) rho_b(-q)> /
/// sqrt(N_a N_b) (N. W. Ashcroft and D. C. Langreth, Phys. Rev. 156, 685, 1967).
///
/// The waves are those of one box, and stay: in a box that changes they follow it, as do their wave
/// numbers, of which the mean is found.
class StructureAverages {
  public:
    /// Of so many atoms of each type.
    StructureAverages(const WaveShells& shells, std::vector<std::int64_t> atoms);

    /// Takes the waves of a box with such edges; on every rank. Throws PhysicsError where it has
    /// more than can be looked at.
    void choose_waves(const LowerTriangular<double>& edges);
    bool has_waves() const { return edges_.has_value(); }
    /// None before they have been chosen, or where the box has none.
    const std::vector<WaveVector>& waves() const { return waves_.wave; }

    /// Takes the modes of all atoms at these waves, in a box with such edges.
    void add(const DensityModes& modes, const LowerTriangular<double>& edges);

    std::size_t types() const { return atoms_.size(); }

    /// Two types, the first not behind the second, and their structure factor in each shell.
    struct Partial {
        std::size_t first;
        std::size_t second;
        std::vector<MeanWithError> factor; ///< NaN where there are no such atoms
    };
    /// What is known so far of each shell that has a wave.
    struct Factors {
        std::vector<double> wave_number;   ///< mean over its waves and the samples [1 / length]
        std::vector<double> vectors;       ///< how many waves it has
        std::vector<MeanWithError> factor; ///< of all atoms
        std::vector<Partial> partial;
    };
    Factors factors() const;

    /// Notes all of it by names that begin so, and takes it back: on rank 0, and on others the
    /// waves alone. `restore` throws InputError where the numbers are not those of such averages.
    void save(const std::string& prefix, OutputState& state) const;
    void restore(const std::string& prefix, const OutputState& state, bool on_root);

  private:
    std::size_t pairs() const { return types() * (types() + 1) / 2; }
    std::size_t quantities() const { return vectors_.size() * (1 + pairs()); }
    void find_lines();

    WaveShells shells_;
    std::vector<std::int64_t> atoms_;
    std::optional<LowerTriangular<double>> edges_; ///< of the box whose waves they are
    ShellWaves waves_;
    std::vector<std::size_t> line_;     ///< of each wave: that of its shell, of those that have one
    std::vector<std::int64_t> vectors_; ///< of each line
    // Of each line the wave number, and the structure factor of each pair.
    std::optional<BlockSums> sums_; ///< where there are lines
};

} // namespace mdsim
