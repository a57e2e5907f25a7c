// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace mdsim {

struct TomlValue;

/// An input as text, beside what it means.
struct InputText {
    std::filesystem::path source; ///< the input file; paths in the input start at its folder
    std::string original_text;    ///< the input file byte for byte
    std::string effective_text;   ///< the input with all overrides and defaults, as TOML; names
                                  ///< files as the copy in the output folder has to
    std::shared_ptr<const TomlValue> root; ///< the input as it was parsed, which knows its lines

    /// A path of a file that the input names, seen from the current folder.
    std::filesystem::path resolve(const std::string& path) const {
        return source.parent_path() / path;
    }
};

} // namespace mdsim
