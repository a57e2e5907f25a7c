// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "input/system_settings.hpp"

namespace mdsim {

/// The format of a structure file, from the end of its name where the input leaves it open; nothing
/// where that cannot be told.
std::optional<StructureFormat> format_of(const FileSettings& file);

/// Why the format of a file cannot be told, and what to do; for files without a format.
std::string format_advice(const FileSettings& file);

} // namespace mdsim
