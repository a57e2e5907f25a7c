// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// How lists are made where the input leaves it open.
struct ListChoice {
    double skin = 0;       ///< as a part of the largest cutoff
    int tile = 0;          ///< atoms in a tile, about
    bool searched = false; ///< whether missing pairs decide on rebuilds, or how far atoms moved
};

/// What was measured best for so many atoms, many-body potentials among their forces or not, on a
/// GPU or on processors.
ListChoice choose_lists(std::int64_t atoms, bool many_body, bool on_gpu);

} // namespace mdsim
