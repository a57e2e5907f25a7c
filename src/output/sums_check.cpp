// SPDX-License-Identifier: BSD-3-Clause
#include "output/sums_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/error.hpp"

namespace mdsim {

namespace {

FoundSums found_in(const std::optional<SumsContent>& content) {
    FoundSums found;
    if (!content) return found;
    found.run_id = content->run_id();
    found.present = content->commits() > 0;
    found.has_torn_end = content->has_torn_end();
    if (!found.present) found.wrong.emplace_back("it holds no whole list of checksums");
    for (const std::int64_t line : content->damaged_lines())
        found.wrong.push_back(fmt::format("line {} is damaged", line));
    return found;
}

/// Whether a file of the right length has the index that a commit left.
bool fits(const CommittedFile& file, const SumsState& state) {
    return std::all_of(state.records.begin(), state.records.end(), [&](const SumRecord& record) {
        return record.kind != SumKind::index || is_good(file, record);
    });
}

std::string bytes_of_piece(const SumRecord& r) {
    return fmt::format("bytes {} to {}", r.offset, r.offset + r.size - 1);
}

} // namespace

FoundSums find_sums(const std::string& path) {
    const std::optional<SumsContent> content = SumsContent::read(sums_path(path));
    FoundSums found = found_in(content);
    if (found.present) found.state = content->state(content->commits() - 1);
    return found;
}

FoundSums find_sums(const CommittedFile& file) {
    const std::optional<SumsContent> content = SumsContent::read(sums_path(file.path()));
    FoundSums found = found_in(content);
    if (!found.present) return found;
    // A run that was killed may have left the file one commit behind, and who brings back an older
    // copy more of them.
    int tries = 100;
    for (int commit = content->commits() - 1; commit >= 0 && tries > 0; --commit) {
        if (content->file_size(commit) != file.size()) continue;
        --tries;
        found.state = content->state(commit);
        if (fits(file, found.state)) return found;
    }
    found.state = content->state(content->commits() - 1);
    return found;
}

bool is_good(const CommittedFile& file, const SumRecord& record) {
    try {
        return file.sum_of(record.offset, record.size) == record.sum;
    } catch (const EnvironmentError&) {
        return false;
    }
}

std::string words_for(const SumRecord& r) {
    switch (r.kind) {
    case SumKind::layout:
        return bytes_of_piece(r) + " (its head: names, links, attributes)";
    case SumKind::index:
        return fmt::format("{} (the index of {})", bytes_of_piece(r), r.where);
    case SumKind::array:
        return fmt::format("{} of {}", bytes_of_piece(r), r.where);
    case SumKind::whole:
        return r.where;
    case SumKind::rows:
        break;
    }
    const std::int64_t last = r.first_row + r.rows - 1;
    return fmt::format("{} of {} ({})",
                       r.rows == 1 ? fmt::format("row {}", r.first_row)
                                   : fmt::format("rows {} to {}", r.first_row, last),
                       r.where, bytes_of_piece(r));
}

} // namespace mdsim
