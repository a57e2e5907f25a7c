// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

#include "physics/pair/force_field.hpp"

namespace mdsim {

/// Atoms in the list of an atom, on average over all types at the mean density, images included:
/// lists reach `skin` beyond the cutoff of each pair, but `least_reach` at least.
double mean_list_length(const ForceField& field, std::span<const std::int64_t> count_of_type,
                        double volume, double skin);

} // namespace mdsim
