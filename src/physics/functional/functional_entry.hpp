// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/ids.hpp"
#include "physics/functional/list.hpp"

namespace mdsim {

/// One entry of the input: a pair of species and the pair functional that serves it.
///
/// A species belongs to a functional if its pair with itself has an entry of it. All pairs among
/// the species of one functional need an entry, and pairs with other species have none.
struct FunctionalEntry {
    std::string where; ///< where the input says so, for messages: "melt.toml:12"
    TypeId a = 0;
    TypeId b = 0;
    ManyBodyParams params;
};

} // namespace mdsim
