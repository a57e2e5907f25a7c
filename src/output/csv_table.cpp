// SPDX-License-Identifier: BSD-3-Clause
#include "output/csv_table.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

/// Adds the shortest text that reads back as the same number.
template <class Number> void add_text(std::string& line, Number value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value);
    line.append(text, end.ptr);
}

/// The step at the start of a line; false if the line is no row with `commas` commas.
bool read_step(std::string_view line, std::ptrdiff_t commas, Step& step) {
    std::ptrdiff_t found = 0;
    for (const char c : line) found += c == ',' ? 1 : 0;
    const auto end = std::from_chars(line.data(), line.data() + line.size(), step);
    return found == commas && end.ec == std::errc() && end.ptr != line.data() + line.size() &&
           *end.ptr == ',';
}

constexpr std::int64_t rows_in_group = 16; ///< at most, that share a checksum
constexpr const char* content_name = "thermo.csv";

/// The part of a table that stays.
struct Part {
    std::uint64_t bytes = 0;
    std::int64_t rows = 0;
};

/// The part of the text up to the resume point.
Part rows_up_to(const std::string& path, std::string_view text, const std::string& header,
                Step last) {
    if (text.substr(0, header.size() + 1) != header + "\n")
        throw InputError(path, "the columns of this file are not those of the run: expected '" +
                                   header + "'");
    std::ptrdiff_t commas = 0;
    for (const char c : header) commas += c == ',' ? 1 : 0;
    Part kept{header.size() + 1, 0};
    Step before = 0;
    while (true) {
        const std::size_t end = text.find('\n', kept.bytes);
        if (end == std::string_view::npos) return kept;
        Step step = 0;
        if (!read_step(text.substr(kept.bytes, end - kept.bytes), commas, step) ||
            (kept.rows > 0 && step <= before))
            throw InputError(path + ":" + std::to_string(kept.rows + 2),
                             "this line is not the row that follows; the file was changed");
        if (step > last) return kept;
        before = step;
        kept.bytes = end + 1;
        ++kept.rows;
    }
}

/// The rows up to the resume point, as the checksums show, if the last of them are where they were.
std::optional<Part> part_by_sums(const CommittedFile& file, const SumsState& state,
                                 const ResumePoint& point) {
    for (const SumRecord& record : state.records)
        if (record.first_row + record.rows == point.rows && is_good(file, record))
            return Part{record.offset + record.size, point.rows};
    return std::nullopt;
}

/// Of a file that is damaged, as its checksums say.
std::vector<Damage> damage_in(const CommittedFile& file, const SumsState& state,
                              std::int64_t rows) {
    std::vector<Damage> damaged;
    for (const SumRecord& record : state.records)
        if (record.first_row + record.rows <= rows && !is_good(file, record))
            damaged.push_back({file.path(), words_for(record)});
    return damaged;
}

} // namespace

/// What stays of a file that a run goes on with.
struct CsvTable::Kept {
    Part part;
    EarlierRows earlier;
    std::optional<SumsState> sums;
};

CsvTable::Kept CsvTable::rows_to_keep(const std::string& path, const std::string& run_id,
                                      const std::string& header, const ResumePoint& point) {
    const CommittedFile file(existing_file(path, point));
    FoundSums found = find_sums(path);
    Kept kept;
    kept.earlier.path = path;
    for (const std::string& wrong : found.wrong)
        kept.earlier.damaged.push_back({sums_path(path), wrong});
    kept.earlier.has_sums = found.present && found.run_id == run_id;
    if (found.present && found.run_id != run_id)
        kept.earlier.damaged.push_back({sums_path(path), "it belongs to another run"});
    std::optional<Part> by_sums;
    if (kept.earlier.has_sums) {
        by_sums = part_by_sums(file, found.state, point);
        for (Damage& damage : damage_in(file, found.state, point.rows))
            kept.earlier.damaged.push_back(std::move(damage));
        kept.sums = std::move(found.state);
    }
    try {
        kept.part = rows_up_to(path, read_file(path), header, point.step);
        expect_rows(path, point, kept.part.rows);
    } catch (const InputError&) { // a row that is damaged may not look like a row
        if (!by_sums || kept.earlier.damaged.empty()) throw;
        kept.part = *by_sums;
    }
    return kept;
}

void CsvTable::expect_resumable(const std::string& path, const std::string& run_id,
                                const std::string& header, const ResumePoint& point) {
    const PosixFile may_be_written(existing_file(path, point), FileMode::update);
    rows_to_keep(path, run_id, header, point);
}

CsvTable::CsvTable(const std::string& path, const std::string& run_id, const std::string& header)
    : file_(path, FileMode::create), watch_(path), sums_(sums_path(path), run_id) {
    MDSIM_EXPECT(header.find('\n') == std::string::npos);
    const std::string line = header + "\n";
    file_.write_at(0, bytes_of(line));
    end_ = line.size();
    sums_.add({SumKind::layout, 0, end_, checksum_of(bytes_of(line)), 0, 0, ""});
    begin_group();
    sums_.commit(0, end_);
}

CsvTable::CsvTable(const std::string& path, const std::string& run_id, const std::string& header,
                   const ResumePoint& point)
    : CsvTable(path, run_id, header, rows_to_keep(path, run_id, header, point)) {}

CsvTable::CsvTable(const std::string& path, const std::string& run_id, const std::string& header,
                   Kept kept)
    : file_(path, FileMode::update), watch_(path),
      sums_(kept.sums ? SumsLog(sums_path(path), *kept.sums) : SumsLog(sums_path(path), run_id)),
      earlier_(std::move(kept.earlier)), end_(kept.part.bytes), rows_(kept.part.rows) {
    file_.truncate(end_);
    watch_ = FileWatch(path);
    if (!kept.sums)
        sums_.add({SumKind::layout, 0, header.size() + 1, checksum_of(bytes_of(header + "\n")), 0,
                   0, ""});
    begin_group();
    sums_.cut(rows_);
    sums_.commit(rows_, end_);
}

void CsvTable::begin_group() {
    group_ = {SumKind::rows, end_, 0, 0, rows_, 0, content_name};
    group_sum_ = Checksum();
}

void CsvTable::end_group() {
    if (group_.rows == 0) return;
    MDSIM_EXPECT(group_.offset + group_.size == end_);
    group_.sum = group_sum_.value();
    sums_.add(group_);
    begin_group();
}

void CsvTable::append(Step step, double time, std::span<const double> values) {
    MDSIM_EXPECT(step > last_step_);
    line_.clear();
    add_text(line_, step);
    add_text(line_ += ',', time);
    for (const double value : values) add_text(line_ += ',', value);
    line_ += '\n';
    watch_.expect_untouched(static_cast<std::int64_t>(end_));
    file_.write_at(end_, bytes_of(line_));
    end_ += line_.size();
    ++rows_;
    last_step_ = step;
    group_sum_.add(bytes_of(line_));
    group_.size += line_.size();
    if (++group_.rows == rows_in_group) end_group();
}

void CsvTable::sync() {
    watch_.expect_untouched(static_cast<std::int64_t>(end_));
    file_.sync();
    end_group();
    sums_.commit(rows_, end_);
}

} // namespace mdsim
