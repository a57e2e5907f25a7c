// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/run_settings.hpp"
#include "ops/atom_columns.hpp"

namespace mdsim {

inline double real_bytes(Precision precision) { return precision == Precision::double_ ? 8 : 4; }

/// The columns that follow an atom [bytes].
inline double following_bytes(Precision precision) {
    return static_cast<double>(precision == Precision::double_ ? following_bytes<DoublePrecision>()
                                                               : following_bytes<MixedPrecision>());
}

/// What a checkpoint stores of an atom: two positions, its columns, its type [bytes].
inline double checkpoint_block_bytes(Precision precision) {
    const std::size_t columns = precision == Precision::double_ ? stored_bytes<DoublePrecision>()
                                                                : stored_bytes<MixedPrecision>();
    return 2 * 3 * real_bytes(precision) + static_cast<double>(columns) + sizeof(std::int32_t);
}

} // namespace mdsim
