// SPDX-License-Identifier: BSD-3-Clause
#include "output/sums_log.hpp"

#include <cstdio>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/contract.hpp"
#include "output/checksum.hpp"

namespace mdsim {

namespace {

constexpr char begin_kind = 'b';
constexpr char cut_kind = 'x';
constexpr char commit_kind = 'c';
constexpr std::size_t pending_limit = std::size_t{1} << 20; // [bytes]

/// The check at the end of a line.
std::uint64_t check_of(const std::string& text, std::uint64_t chain) {
    return checksum_of(bytes_of(fmt::format("{:016x} {}", chain, text)));
}

bool is_piece(char kind) { return std::string("liarw").find(kind) != std::string::npos; }

using Pieces = std::map<std::uint64_t, SumRecord>;

void remove_rows(Pieces& pieces, std::int64_t rows) {
    std::erase_if(pieces, [rows](const auto& entry) {
        const SumRecord& record = entry.second;
        return record.kind == SumKind::index ||
               (record.kind == SumKind::rows && record.first_row >= rows);
    });
}

} // namespace

std::string sums_path(const std::string& file) { return file + ".sums"; }

std::optional<SumsContent> SumsContent::read(const std::string& path) {
    if (!file_exists(path)) return std::nullopt;
    const std::string text = read_file(path);
    SumsContent content;
    std::size_t start = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         start = end + 1, end = text.find('\n', start))
        content.add_line(text.substr(start, end - start), end + 1);
    // What follows the last commit never counted, so it may be torn.
    const std::int64_t counted = content.commits_.empty()
                                     ? content.read_
                                     : static_cast<std::int64_t>(content.commits_.back()) + 1;
    const std::uint64_t counted_end =
        content.commits_.empty() ? 0 : content.lines_[content.commits_.back()].end;
    content.torn_end_ = text.size() > counted_end;
    std::erase_if(content.damaged_, [counted](std::int64_t line) { return line > counted; });
    return content;
}

void SumsContent::add_line(const std::string& text, std::uint64_t end) {
    ++read_;
    Line line;
    line.end = end;
    const std::size_t last = text.rfind(' ');
    unsigned long long offset = 0, size = 0, sum = 0, check = 0;
    long long first = 0, rows = 0;
    char where[4096] = "";
    const int found = std::sscanf(text.c_str(), "%c %llu %llu %llx %lld %lld %4095s %llx",
                                  &line.kind, &offset, &size, &sum, &first, &rows, where, &check);
    line.check = check;
    if (found != 8 || text.substr(last + 1) != fmt::format("{:016x}", line.check) ||
        check_of(text.substr(0, last), chain_) != line.check) {
        damaged_.push_back(read_);
        line.kind = 0;
    }
    if (found == 8) chain_ = line.check;
    line.record = {static_cast<SumKind>(line.kind), offset, size, sum, first, rows, where};
    if (line.kind == begin_kind) run_id_ = where;
    if (line.kind == commit_kind) commits_.push_back(lines_.size());
    lines_.push_back(std::move(line));
}

SumsState SumsContent::state(int commit) const {
    MDSIM_EXPECT(0 <= commit && commit < commits());
    const std::size_t last = commits_.at(static_cast<std::size_t>(commit));
    Pieces pieces;
    std::vector<SumRecord> whole;
    for (std::size_t i = 0; i < last; ++i) {
        const Line& line = lines_[i];
        if (line.kind == cut_kind) remove_rows(pieces, line.record.rows);
        if (line.kind == static_cast<char>(SumKind::whole))
            whole.push_back(line.record);
        else if (is_piece(line.kind))
            pieces[line.record.offset] = line.record;
    }
    const Line& line = lines_[last];
    SumsState state{std::move(whole), line.record.rows, line.record.size, line.end, line.check};
    for (auto& [offset, record] : pieces) state.records.push_back(std::move(record));
    return state;
}

SumsLog::SumsLog(const std::string& path, const std::string& run_id)
    : file_(path, FileMode::create), watch_(path) {
    add_line(begin_kind, {SumKind::layout, 0, 0, 0, 0, 0, run_id});
}

SumsLog::SumsLog(const std::string& path, const SumsState& state)
    : file_(path, FileMode::update), watch_(path), end_(state.end), chain_(state.chain) {
    MDSIM_EXPECT(state.end > 0);
    file_.truncate(end_);
    watch_ = FileWatch(path);
}

void SumsLog::add_line(char kind, const SumRecord& r) {
    const std::string text = fmt::format("{} {} {} {:016x} {} {} {}", kind, r.offset, r.size, r.sum,
                                         r.first_row, r.rows, r.where.empty() ? "-" : r.where);
    chain_ = check_of(text, chain_);
    pending_ += fmt::format("{} {:016x}\n", text, chain_);
    if (pending_.size() > pending_limit) flush();
}

void SumsLog::add(const SumRecord& record) {
    MDSIM_EXPECT(record.kind != SumKind::rows || record.rows > 0);
    MDSIM_EXPECT(record.where.find_first_of(" \t\n") == std::string::npos);
    add_line(static_cast<char>(record.kind), record);
}

void SumsLog::cut(std::int64_t rows) {
    MDSIM_EXPECT(rows >= 0);
    add_line(cut_kind, {SumKind::rows, 0, 0, 0, 0, rows, ""});
}

void SumsLog::flush() {
    watch_.expect_untouched(static_cast<std::int64_t>(end_));
    file_.write_at(end_, bytes_of(pending_));
    end_ += pending_.size();
    pending_.clear();
}

void SumsLog::commit(std::int64_t rows, std::uint64_t file_size) {
    MDSIM_EXPECT(rows >= 0);
    add_line(commit_kind, {SumKind::rows, 0, file_size, 0, 0, rows, ""});
    flush();
    file_.sync();
}

} // namespace mdsim
