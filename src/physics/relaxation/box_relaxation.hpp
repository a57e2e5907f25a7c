// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "physics/coupling/box_coupling.hpp"
#include "physics/relaxation/fire.hpp"

namespace mdsim {

/// The box as further coordinates of a descent, one for each component of its strain. They are
/// scaled so that a strain weighs like an atom that moves: by the root of the number of atoms, and
/// the distance between two of them. Then the box follows as fast as the atoms, whatever its size.
///
/// The force on a strain is the volume times what the pressure exceeds the wanted one by: the
/// negative slope of the enthalpy U + P V with the atoms carried along (Parrinello and Rahman,
/// J. Appl. Phys. 52, 7182 (1981), doi:10.1063/1.328693).
class BoxRelaxation {
  public:
    /// Of `atoms` atoms of this mean mass; `excess` is the pressure of the forces less the wanted
    /// one, as far as the box may change [energy / length^3].
    BoxRelaxation(double atoms, double mean_mass, double volume, const StrainNumbers& excess);

    /// What the coordinates add to the sums of the atoms, where strains change by `rate` [1 /
    /// time].
    FireSums sums(const StrainNumbers& rate) const;
    /// What a turn makes of the rates.
    StrainNumbers turned(const StrainNumbers& rate, const FireTurn& turn) const;
    /// What forces make of the rates within a time.
    StrainNumbers kicked(const StrainNumbers& rate, double time) const;

  private:
    StrainNumbers force_{}; ///< on the strains [energy]
    double weight_;         ///< of a strain, squared [length^2]
    double mass_;
};

} // namespace mdsim
