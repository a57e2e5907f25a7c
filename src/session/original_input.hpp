// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/input_text.hpp"
#include "session/run_files.hpp"

namespace mdsim {

/// Keeps the input byte for byte as the user wrote it, comments included, in the output folder; on
/// one rank.
///
/// One of an earlier part of the run that was different takes the first free name of
/// input.original.1.toml, .2 ..., so the lowest number is the oldest. The folder's own input.toml
/// is none that a user wrote, and is not kept. Throws EnvironmentError.
void keep_original_input(const InputText& input, const RunFiles& files);

} // namespace mdsim
