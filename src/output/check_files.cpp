// SPDX-License-Identifier: BSD-3-Clause
#include "output/check_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "output/checkpoint_reader.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/checksum.hpp"

namespace mdsim {

namespace {

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Runs a look at a file; what it throws is damage.
template <class Look> FileFindings looked_at(const std::string& path, const Look& look) {
    FileFindings findings;
    findings.name = name_of(path);
    try {
        look(findings);
    } catch (const std::exception& error) {
        findings.damaged.emplace_back(error.what());
    }
    return findings;
}

void compare(const CommittedFile& file, const FoundSums& found, bool killed, FileFindings& findings,
             const CheckProgress& progress) {
    for (const std::string& wrong : found.wrong)
        findings.damaged.push_back(name_of(sums_path(file.path())) + ": " + wrong);
    if (found.has_torn_end && !killed)
        findings.damaged.push_back(name_of(sums_path(file.path())) + ": its end is damaged");
    if (!found.present) {
        findings.not_covered.push_back(
            found.wrong.empty() ? "its content: it has no checksums, as an earlier version wrote "
                                  "it or " +
                                      name_of(sums_path(file.path())) + " was removed"
                                : "its content: the checksums are lost");
        return;
    }
    findings.run_id = found.run_id;
    findings.rows = found.state.rows;
    std::uint64_t all = 1;
    for (const SumRecord& record : found.state.records) all += record.size;
    for (const SumRecord& record : found.state.records) {
        if (!is_good(file, record)) findings.damaged.push_back(words_for(record));
        findings.checked_bytes += record.size;
        progress(static_cast<double>(findings.checked_bytes) / static_cast<double>(all));
    }
}

/// Rows that no checksum is about, of the series that has the fewest.
std::int64_t rows_without(const SumsState& state) {
    std::map<std::string, std::int64_t> first;
    for (const SumRecord& record : state.records) {
        if (record.kind != SumKind::rows) continue;
        const auto at = first.emplace(record.where, record.first_row).first;
        at->second = std::min(at->second, record.first_row);
    }
    std::int64_t without = first.empty() ? state.rows : 0;
    for (const auto& [where, row] : first) without = std::max(without, row);
    return without;
}

void report_uncovered_rows(const FoundSums& found, FileFindings& findings) {
    const std::int64_t without = found.present ? rows_without(found.state) : 0;
    if (without > 0)
        findings.not_covered.push_back(
            fmt::format("rows 0 to {}: an earlier version wrote them", without - 1));
}

} // namespace

FileFindings check_series_file(const std::string& path, bool killed,
                               const CheckProgress& progress) {
    return looked_at(path, [&](FileFindings& findings) {
        const CommittedFile file(path);
        const FoundSums found = find_sums(file);
        if (found.present && found.state.file_size != file.size())
            findings.damaged.push_back(
                fmt::format("it has {} bytes instead of {}", file.size(), found.state.file_size));
        compare(file, found, killed, findings, progress);
        report_uncovered_rows(found, findings);
        if (file.was_killed())
            findings.not_covered.emplace_back("what was written after the last commit; a run that "
                                              "goes on writes it again");
    });
}

FileFindings check_table(const std::string& path, bool killed, const CheckProgress& progress) {
    return looked_at(path, [&](FileFindings& findings) {
        const CommittedFile file(path);
        const FoundSums found = find_sums(path);
        compare(file, found, killed, findings, progress);
        report_uncovered_rows(found, findings);
        if (!found.present || file.size() == found.state.file_size) return;
        const std::string text =
            fmt::format("{} bytes instead of {}", file.size(), found.state.file_size);
        if (killed && file.size() > found.state.file_size)
            findings.not_covered.push_back(text + ": rows after the last commit; a run that goes "
                                                  "on writes them again");
        else
            findings.damaged.push_back("it has " + text);
    });
}

FileFindings check_checkpoint(const std::string& path) {
    return looked_at(path, [&](FileFindings& findings) {
        findings.checked_bytes = verify_checkpoint(path).bytes;
        findings.run_id = CheckpointReader(path).info().run_id;
    });
}

FileFindings check_whole_file(const std::string& path, const std::vector<SumRecord>& sums,
                              bool killed) {
    return looked_at(path, [&](FileFindings& findings) {
        const std::string content = read_file(path);
        const std::uint64_t sum = checksum_of(bytes_of(content));
        // The end of a process may lie between a sum and the file that it is of. An older input has
        // another name now than when it was written.
        const int most = killed ? 2 : 1;
        const std::string older = "input.original.";
        const bool renamed = findings.name.rfind(older, 0) == 0;
        int seen = 0;
        for (auto record = sums.rbegin(); record != sums.rend(); ++record) {
            if (renamed ? record->where.rfind(older, 0) != 0 : record->where != findings.name)
                continue;
            if (++seen > most && !renamed) break;
            if (record->sum != sum || record->size != content.size()) continue;
            findings.checked_bytes = content.size();
            return;
        }
        if (seen == 0)
            findings.not_covered.emplace_back("its content: it has no checksum");
        else
            findings.damaged.emplace_back("its content is not what the run wrote");
    });
}

} // namespace mdsim
