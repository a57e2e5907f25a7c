// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/input_text.hpp"
#include "config/system_sections.hpp"
#include "session/folder_content.hpp"

namespace mdsim {

/// What a run may do with its output folder: rules that look, and change nothing.

/// The files that the input names. One that is gone on with may be the input.toml of the run
/// itself: what takes its place says the same.
std::vector<std::filesystem::path> files_read_by(const SystemSections& sections,
                                                 const InputText& input, bool with_input);

/// Refuses to replace a file that the run reads.
void keep_files_read(const std::vector<std::filesystem::path>& read,
                     const std::filesystem::path& folder, const FolderContent& content);

/// Why a folder must keep its name; empty where it may be renamed.
std::string why_not_moved(const std::vector<std::filesystem::path>& read,
                          const std::filesystem::path& folder);

[[noreturn]] void throw_not_moved(const std::filesystem::path& folder, const std::string& obstacle);

/// Refuses a folder with files of a run that a new one would lose.
[[noreturn]] void throw_occupied(const std::filesystem::path& folder, const FolderContent& content);

/// Refuses to go on in a folder that is not there; where the input lies beside a checkpoint, that
/// folder is named.
[[noreturn]] void throw_nothing_to_resume(const InputText& input,
                                          const std::filesystem::path& folder);

/// Throws InputError where the input lies in the folder of another run that has a checkpoint: who
/// asks to go on where that is possible means that one.
void expect_no_run_beside(const InputText& input, const std::filesystem::path& folder);

} // namespace mdsim
