// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "engine/domain.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The atoms of a rank as those see them who look on: in the memory of the host, wherever they are
/// computed. Valid until the simulation goes on.
template <class P> struct AtomView {
    const Domain* domain;
    const Box* box; ///< of the step in hand
    const Particles<P, Host>* particles;
    const LocalCells* cells;
};

/// This rank's atoms as records, in local order: positions of the last rebuild, and what came
/// since.
template <class P> std::vector<AtomRecord<P>> records_of(const AtomView<P>& atoms);

} // namespace mdsim
