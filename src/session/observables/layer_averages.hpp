// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/block_sums.hpp"
#include "core/box.hpp"
#include "ops/layer_sums.hpp"
#include "session/output_state.hpp"

namespace mdsim {

/// The averages over time of what layers across the box hold, with errors by the jackknife.
///
/// The velocity of a layer is its mean momentum over its mean mass; its temperature follows from
/// the motion beside that mean flow.
class LayerAverages {
  public:
    /// `mass` by type; `heat_share`, by which temperatures follow from 3 degrees of freedom an
    /// atom: above one where the momentum of all atoms is conserved.
    LayerAverages(const Layers& layers, std::vector<double> mass, double heat_share);

    /// Takes the sums over all ranks, of atoms in this box.
    void add(const LayerSums& sums, const Box& box);

    std::int64_t samples() const { return sums_.samples(); }
    std::size_t layers() const { return layers_.count; }
    std::size_t types() const { return mass_.size(); }

    /// What is known of all layers so far; a layer that was always empty has no velocity and no
    /// temperature (NaN).
    struct Profile {
        std::vector<double> position;                     ///< of their middles [length]
        std::vector<std::vector<MeanWithError>> density;  ///< [type] [1 / length^3]
        std::vector<MeanWithError> number_density;        ///< of all types [1 / length^3]
        std::vector<MeanWithError> temperature;           ///< kT [energy]
        std::vector<std::vector<MeanWithError>> velocity; ///< [axis] [length / time]
    };
    Profile profile() const;

    /// Notes all of it by names that begin so, and takes it back. `restore` throws InputError where
    /// the numbers are not those of such averages.
    void save(const std::string& prefix, OutputState& state) const;
    void restore(const std::string& prefix, const OutputState& state);

  private:
    // What is averaged: the place and height of the box, then for each layer the density and the
    // number of atoms of each type, and its sums.
    static constexpr std::size_t of_box = 2;
    std::size_t of_layer() const { return 2 * types() + layer_sum_count; }
    std::size_t first_of(std::size_t layer) const { return of_box + layer * of_layer(); }

    Layers layers_;
    std::vector<double> mass_;
    double heat_share_;
    BlockSums sums_;
};

} // namespace mdsim
