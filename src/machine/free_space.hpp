// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

namespace mdsim {

/// The folder, or the nearest above it that exists.
std::filesystem::path nearest_folder(const std::filesystem::path& folder);

/// What its file system has left for this user [bytes]; below 0 where it does not say.
double free_space(const std::filesystem::path& folder);

} // namespace mdsim
