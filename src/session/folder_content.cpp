// SPDX-License-Identifier: BSD-3-Clause
#include "session/folder_content.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>

#include "guard/regular_file.hpp"
#include "session/run_files.hpp"

namespace mdsim {

namespace {

constexpr std::uint64_t most_words = std::uint64_t{1}
                                     << 20; ///< of progress.json, or a head [bytes]

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Whether this is startend, start1.end, start2.end ...
bool is_numbered(std::string_view name, std::string_view start, std::string_view end) {
    if (name.substr(0, start.size()) != start || !ends_with(name, end)) return false;
    name = name.substr(start.size(), name.size() - start.size() - end.size());
    if (name.empty()) return true;
    if (name.size() < 2 || name.front() == '0' || name.back() != '.') return false;
    return name.find_first_not_of("0123456789") == name.size() - 1;
}

/// Whether this is checkpoint.h5, checkpoint.1.h5, checkpoint.2.h5 ...
bool is_checkpoint(std::string_view name) { return is_numbered(name, "checkpoint.", "h5"); }

/// Whether this is input.toml, or one that the user wrote.
bool is_input(std::string_view name) {
    return name == "input.toml" || is_numbered(name, "input.original.", "toml");
}

/// Whether this is a table of rows with such an end, as thermo.csv is one with ".csv".
bool is_row_table(std::string_view name, std::string_view end) {
    static const std::vector<std::string> tables = row_tables();
    if (!ends_with(name, end)) return false;
    name.remove_suffix(end.size());
    return std::find(tables.begin(), tables.end(), name) != tables.end();
}

/// A list of checksums.
bool is_list_of_sums(std::string_view name) {
    return name == "trajectory.h5md.sums" || name == "files.sums" ||
           is_row_table(name, ".h5.sums") || is_row_table(name, ".csv.sums");
}

/// A file that HDF5 appends to, with the way back beside it.
bool is_series(std::string_view name) {
    constexpr std::string_view undo = ".undo";
    if (ends_with(name, undo)) name.remove_suffix(undo.size());
    return name == "trajectory.h5md" || is_row_table(name, ".h5");
}

bool is_table_or_word(std::string_view name) {
    constexpr std::array<std::string_view, 3> names{"progress.json", "summary.json", "mdsim.log"};
    static const std::vector<std::string> tables = replaced_tables();
    return is_row_table(name, ".csv") ||
           std::find(names.begin(), names.end(), name) != names.end() ||
           std::find(tables.begin(), tables.end(), name) != tables.end();
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::error_code error;
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (written_by_runs(name) && !entry.is_directory(error)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// What a run said of itself last.
struct LastWord {
    std::string state;
    bool at_start = false; ///< no step was done
};

std::optional<LastWord> last_word(const std::filesystem::path& folder) {
    const std::string text = guard::beginning_of((folder / "progress.json").string(), most_words);
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    const auto state = json.find("state");
    const auto step = json.find("step");
    if (state == json.end() || !state->is_string()) return std::nullopt;
    return LastWord{state->get<std::string>(),
                    step != json.end() && step->is_number_integer() && *step == 0};
}

bool has_rows(const std::filesystem::path& table) {
    const std::string text = guard::beginning_of(table.string(), most_words);
    const std::size_t end_of_head = text.find('\n');
    return end_of_head != std::string::npos && end_of_head + 1 < text.size();
}

/// A file that is not whole yet, or has not got its name yet.
bool is_beside(const std::string& name) { return ends_with(name, ".tmp"); }

/// Whether a file of a run holds what cannot be had again at once.
bool is_result(const std::filesystem::path& folder, const std::string& name) {
    if (is_input(name) || name == "progress.json" || name == "mdsim.log" || is_beside(name) ||
        is_list_of_sums(name))
        return false;
    return !is_row_table(name, ".csv") || has_rows(folder / name);
}

} // namespace

bool written_by_runs(const std::string& name) {
    std::string_view final = name;
    constexpr std::string_view beside = ".tmp";
    if (ends_with(final, beside)) final.remove_suffix(beside.size());
    return is_checkpoint(final) || is_input(final) || is_series(final) || is_list_of_sums(final) ||
           is_table_or_word(final);
}

FolderContent content_of(const std::filesystem::path& folder) {
    FolderContent content;
    content.names = names_in(folder);
    const std::vector<std::string>& names = content.names;
    if (names.empty()) return content;
    content.has_checkpoint = std::any_of(names.begin(), names.end(), is_checkpoint);
    const std::optional<LastWord> word = last_word(folder);
    const bool results = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return is_result(folder, name);
    });
    content.failed = word && word->state == "failed";
    const bool failed_at_start = content.failed && word->at_start;
    if (word && word->state == "finished")
        content.occupant = Occupant::finished;
    else if (content.has_checkpoint || (word && results && !failed_at_start))
        content.occupant = Occupant::unfinished;
    else if (!word && !std::all_of(names.begin(), names.end(), is_beside))
        content.occupant = Occupant::unknown;
    return content;
}

double bytes_in(const std::filesystem::path& folder) {
    double bytes = 0;
    std::error_code error;
    for (const std::string& name : content_of(folder).names) {
        const auto size = std::filesystem::file_size(folder / name, error);
        if (!error) bytes += static_cast<double>(size);
    }
    return bytes;
}

} // namespace mdsim
