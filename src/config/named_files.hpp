// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "config/config.hpp"

namespace mdsim {

/// Names the files that an input reads as an input in `folder` names them: absolute names stay,
/// others start there, through links as the system follows them. Folder and files may then be moved
/// together.
void name_files_from(const std::filesystem::path& folder, Config& config);

/// A line of an effective input without the folders of a file that it names: where a file lies is
/// no part of what is computed.
std::string without_folders(const std::string& line);

} // namespace mdsim
