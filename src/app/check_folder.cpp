// SPDX-License-Identifier: BSD-3-Clause
#include "app/check_folder.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "core/agreement.hpp"
#include "core/size_text.hpp"
#include "guard/regular_file.hpp"
#include "output/check_files.hpp"
#include "output/checkpoint_reader.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/folder_lock.hpp"
#include "output/whole_files.hpp"
#include "report/busy_line.hpp"
#include "session/folder_content.hpp"
#include "session/output_state.hpp"
#include "session/run_files.hpp"

namespace mdsim {

namespace {

constexpr std::size_t most_lines = 20; // for one file

/// What a run promised to leave in its folder.
struct Promised {
    std::string run_id;
    std::int64_t frames = 0;
    std::map<std::string, std::int64_t> rows; ///< of each table
};

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// The table of rows that a file holds, as text or in HDF5; empty where it holds none.
std::string table_in(const std::string& name) {
    for (const std::string& table : row_tables())
        if (name == table + ".csv" || name == table + ".h5") return table;
    return {};
}

/// The newest checkpoint that is good says what belongs to it.
std::optional<Promised> promised_in(const std::string& folder) {
    try {
        const std::string path = find_checkpoint(folder).path;
        const CheckpointReader reader(path);
        const OutputState outputs = read_outputs(reader, path, IdBlock{});
        Promised promised{reader.info().run_id, outputs.count("frames"), {}};
        for (const std::string& table : row_tables())
            promised.rows[table] = outputs.count(rows_name(table));
        return promised;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

nlohmann::json progress_in(const std::string& folder) {
    constexpr std::uint64_t most = std::uint64_t{1} << 20;
    return nlohmann::json::parse(guard::beginning_of(folder + "/progress.json", most), nullptr,
                                 false);
}

/// Whether the run in a folder came to no end of its own.
bool was_killed(const std::string& folder) {
    const nlohmann::json json = progress_in(folder);
    if (!json.is_object() || !json.contains("state")) return true;
    return json["state"] != "finished" && json["state"] != "stopped";
}

FileFindings check_progress_file(const std::string& folder) {
    FileFindings findings;
    findings.name = "progress.json";
    const nlohmann::json json = progress_in(folder);
    const std::set<std::string> states{"running", "finished", "stopped", "failed"};
    if (!json.is_object() || !json.contains("state") || !json["state"].is_string() ||
        states.count(json["state"].get<std::string>()) == 0)
        findings.damaged.emplace_back("it is not what a run writes");
    else
        findings.not_covered.emplace_back("its numbers: it is replaced every second");
    return findings;
}

FileFindings uncovered(const std::string& name) {
    FileFindings findings;
    findings.name = name;
    findings.not_covered.emplace_back("words for people");
    return findings;
}

/// Looks at the files of one folder.
class FolderCheck {
  public:
    explicit FolderCheck(std::string folder)
        : folder_(std::move(folder)), killed_(was_killed(folder_)), promised_(promised_in(folder_)),
          busy_(false) {
        const auto list = SumsContent::read(whole_sums_path(folder_));
        if (!list) return;
        if (list->commits() > 0) whole_ = list->state(list->commits() - 1).records;
        for (const std::int64_t line : list->damaged_lines())
            list_damage_.push_back(fmt::format("line {} is damaged", line));
        if (list->commits() == 0) list_damage_.emplace_back("it holds no whole list");
        if (list->has_torn_end() && !killed_) list_damage_.emplace_back("its end is damaged");
    }

    bool all_good(const std::vector<std::string>& names) {
        for (const std::string& name : names)
            if (!ends_with(name, ".sums") && !ends_with(name, ".undo")) tell(look_at(name));
        if (!list_damage_.empty()) tell({"files.sums", list_damage_, {}, {}, -1, 0});
        const std::set<std::string> there(names.begin(), names.end());
        if (promised_ && promised_->frames > 0) expect("trajectory.h5md", there);
        for (const std::string& table : row_tables())
            if (promised_ && promised_->rows.at(table) > 0) expect(table + ".csv", there);
        for (const std::string& name : names)
            if (name.rfind("checkpoint.", 0) == 0) expect("checkpoint.h5", there);
        for (const SumRecord& record : whole_)
            if (record.where != "input.original.toml") expect(record.where, there);
        for (const std::string& name : names)
            if (ends_with(name, ".undo") || ends_with(name, ".sums"))
                if (name != "files.sums") expect(name.substr(0, name.size() - 5), there);
        if (!promised_) fmt::print("there is no good checkpoint to go on from\n");
        return good_;
    }

  private:
    FileFindings look_at(const std::string& name) {
        const std::string path = folder_ + "/" + name;
        busy_.begin("checking " + name);
        int percent = 0;
        const CheckProgress progress = [&](double part) {
            if (static_cast<int>(100 * part) < percent + 5) return;
            percent = static_cast<int>(100 * part);
            busy_.begin(fmt::format("checking {} ({} %)", name, percent));
        };
        const bool has_rows = !table_in(name).empty();
        FileFindings findings = ends_with(name, ".tmp") ? uncovered(name)
                                : name == "trajectory.h5md" || (has_rows && ends_with(name, ".h5"))
                                    ? check_series_file(path, killed_, progress)
                                : has_rows ? check_table(path, killed_, progress)
                                : name.rfind("checkpoint", 0) == 0 ? check_checkpoint(path)
                                : name == "progress.json"          ? check_progress_file(folder_)
                                : name == "mdsim.log"              ? uncovered(name)
                                                      : check_whole_file(path, whole_, killed_);
        busy_.end();
        check_belonging(findings);
        return findings;
    }

    /// Whether a file is of this run and holds all that the newest checkpoint counted.
    void check_belonging(FileFindings& findings) const {
        if (!promised_) return;
        if (!findings.run_id.empty() && findings.run_id != promised_->run_id)
            findings.damaged.push_back(
                fmt::format("it belongs to run {}, the newest checkpoint to {}", findings.run_id,
                            promised_->run_id));
        const std::string table = table_in(findings.name);
        const std::int64_t counted = table.empty() ? promised_->frames : promised_->rows.at(table);
        if (findings.rows >= 0 && findings.rows < counted)
            findings.damaged.push_back(
                fmt::format("its checksums are of {} rows, the newest checkpoint "
                            "counted {}",
                            findings.rows, counted));
    }

    void tell(const FileFindings& findings) {
        const bool good = findings.damaged.empty();
        std::string line = fmt::format("{:<18} {}", findings.name, good ? "good" : "DAMAGED");
        if (good && findings.checked_bytes == 0)
            line = fmt::format("{:<18} not covered", findings.name);
        if (findings.checked_bytes > 0)
            line +=
                fmt::format(", {} checked", size_text(static_cast<double>(findings.checked_bytes)));
        if (findings.rows >= 0) line += fmt::format(", {} rows", findings.rows);
        fmt::print("{}\n", line);
        for (std::size_t i = 0; i < findings.damaged.size() && i < most_lines; ++i)
            fmt::print("    damaged: {}\n", findings.damaged[i]);
        if (findings.damaged.size() > most_lines)
            fmt::print("    and {} places more\n", findings.damaged.size() - most_lines);
        for (const std::string& part : findings.not_covered)
            fmt::print("    not covered: {}\n", part);
        good_ = good_ && good;
    }

    void expect(const std::string& name, const std::set<std::string>& there) {
        if (there.count(name) != 0 || !missing_.insert(name).second) return;
        fmt::print("{:<18} MISSING\n", name);
        good_ = false;
    }

    std::string folder_;
    bool killed_;
    std::optional<Promised> promised_;
    BusyLine busy_;
    std::vector<SumRecord> whole_;
    std::vector<std::string> list_damage_;
    std::set<std::string> missing_;
    bool good_ = true;
};

} // namespace

ExitCode check_folder(const Communicator& comm, const std::string& folder) {
    bool good = true;
    do_on_root(comm, [&] {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error))
            throw InputError(folder, "there is no such folder; name the output folder of a run");
        FolderLock::expect_free(folder);
        const FolderContent content = content_of(folder);
        if (content.names.empty()) throw InputError(folder, "this folder holds no files of a run");
        good = FolderCheck(folder).all_good(content.names);
        fmt::print("{}\n", good ? "nothing is damaged"
                                : "damaged: see docs/troubleshooting.md, \"Damaged files\"");
    });
    return good ? ExitCode::success : ExitCode::input_error;
}

} // namespace mdsim
