// SPDX-License-Identifier: BSD-3-Clause
#include "config/named_files.hpp"

#include <string_view>
#include <system_error>

#include "config/force_files.hpp"

namespace mdsim {

namespace {

using Path = std::filesystem::path;

/// A folder without links and dots, as far as it is there.
Path plain(const Path& folder) {
    std::error_code error;
    const Path whole = std::filesystem::absolute(folder.empty() ? "." : folder, error);
    if (error) return folder.lexically_normal();
    const Path found = std::filesystem::weakly_canonical(whole, error);
    return error ? whole.lexically_normal() : found;
}

/// The file itself may be a link: its name is the one that the input gave.
std::string seen_from(const Path& folder, const Path& file) {
    const Path way = plain(file.parent_path()).lexically_relative(plain(folder));
    return (way == "." ? file.filename() : way / file.filename()).string();
}

void rename(const Path& folder, const Config& config, std::string& name) {
    if (!name.empty() && Path(name).is_relative()) name = seen_from(folder, config.resolve(name));
}

constexpr std::string_view files_key = "files = [";

/// The same for a list of names, `files = ["a/b", "c"]`.
std::string without_folders_in_list(const std::string& line) {
    std::string kept(files_key);
    std::string_view rest = std::string_view(line).substr(files_key.size());
    while (!rest.empty()) {
        const std::size_t open = rest.find('"');
        const std::size_t close = open == std::string_view::npos ? open : rest.find('"', open + 1);
        if (close == std::string_view::npos) break;
        const std::string_view name = rest.substr(open + 1, close - open - 1);
        kept += std::string(rest.substr(0, open + 1)) +
                std::string(name.substr(name.rfind('/') + 1)) + '"';
        rest.remove_prefix(close + 1);
    }
    return kept + std::string(rest);
}

} // namespace

void name_files_from(const Path& folder, Config& config) {
    if (config.system.file) rename(folder, config, config.system.file->path);
    for (std::string* const file : force_files(config)) rename(folder, config, *file);
}

std::string without_folders(const std::string& line) {
    if (line.rfind(files_key, 0) == 0) return without_folders_in_list(line);
    for (const std::string_view key : {"path = \"", "file = \""}) {
        const std::size_t slash = line.rfind('/');
        if (line.rfind(key, 0) == 0 && slash != std::string::npos)
            return std::string(key) + line.substr(slash + 1);
    }
    return line;
}

} // namespace mdsim
