// SPDX-License-Identifier: BSD-3-Clause
#include "output/csv_table.hpp"

#include <charconv>
#include <string_view>

#include "core/error.hpp"

namespace mdsim {

namespace {

/// The shortest text that reads back as the same double.
std::string text_of(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
}

/// The step at the start of a line; false if the line is no row with `commas` commas.
bool read_step(std::string_view line, std::ptrdiff_t commas, Step& step) {
    std::ptrdiff_t found = 0;
    for (const char c : line) found += c == ',' ? 1 : 0;
    const auto end = std::from_chars(line.data(), line.data() + line.size(), step);
    return found == commas && end.ec == std::errc() && end.ptr != line.data() + line.size() &&
           *end.ptr == ',';
}

struct Kept {
    std::uint64_t bytes = 0;
    std::int64_t rows = 0;
};

/// The part of the text up to the resume point.
Kept rows_up_to(const std::string& path, std::string_view text, const std::string& header,
                Step last) {
    if (text.substr(0, header.size() + 1) != header + "\n")
        throw InputError(path, "the columns of this file are not those of the run: expected '" +
                                   header + "'");
    std::ptrdiff_t commas = 0;
    for (const char c : header) commas += c == ',' ? 1 : 0;
    Kept kept{header.size() + 1, 0};
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

Kept rows_to_keep(const std::string& path, const std::string& header, const ResumePoint& point) {
    const Kept kept = rows_up_to(path, read_file(path), header, point.step);
    expect_rows(path, point, kept.rows);
    return kept;
}

} // namespace

void CsvTable::expect_resumable(const std::string& path, const std::string& header,
                                const ResumePoint& point) {
    const PosixFile may_be_written(existing_file(path, point), FileMode::update);
    rows_to_keep(path, header, point);
}

CsvTable::CsvTable(const std::string& path, const std::string& header)
    : file_(path, FileMode::create), watch_(path) {
    const std::string line = header + "\n";
    file_.write_at(0, bytes_of(line));
    end_ = line.size();
}

CsvTable::CsvTable(const std::string& path, const std::string& header, const ResumePoint& point)
    : file_(existing_file(path, point), FileMode::update), watch_(path) {
    const Kept kept = rows_to_keep(path, header, point);
    file_.truncate(kept.bytes);
    watch_ = FileWatch(path);
    end_ = kept.bytes;
    rows_ = kept.rows;
}

void CsvTable::append(Step step, double time, std::span<const double> values) {
    std::string line = std::to_string(step);
    line.append(1, ',').append(text_of(time));
    for (const double value : values) line.append(1, ',').append(text_of(value));
    line.append(1, '\n');
    watch_.expect_untouched(static_cast<std::int64_t>(end_));
    file_.write_at(end_, bytes_of(line));
    end_ += line.size();
    ++rows_;
}

void CsvTable::sync() {
    watch_.expect_untouched(static_cast<std::int64_t>(end_));
    file_.sync();
}

} // namespace mdsim
