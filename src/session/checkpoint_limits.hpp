// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "session/checkpoint_state.hpp"

namespace mdsim {

/// Throws InputError with the path where the numbers of a checkpoint of this step cannot be those
/// of a run: a species that it does not name, a step of the future, a box without a size.
///
/// Its checksum shows damage, not what another program wrote; these numbers index memory.
template <class P>
void expect_possible(const CheckpointData<P>& data, Step step, const std::string& path);

} // namespace mdsim
