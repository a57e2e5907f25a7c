// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "output/durable_file.hpp"
#include "output/file_watch.hpp"

namespace mdsim {

/// What a piece of a file holds.
enum class SumKind : char {
    layout = 'l', ///< names, links, attributes and small data that never change
    index = 'i',  ///< of a series: how many rows there are and where
    array = 'a',  ///< numbers of atoms that never change
    rows = 'r',   ///< rows (frames) of a series or a table
    whole = 'w'   ///< a file that is replaced as a whole
};

/// The checksum of a piece of a file.
struct SumRecord {
    SumKind kind = SumKind::rows;
    std::uint64_t offset = 0; ///< [bytes]
    std::uint64_t size = 0;   ///< [bytes]
    std::uint64_t sum = 0;    ///< checksum_of these bytes
    std::int64_t first_row = 0;
    std::int64_t rows = 0;
    std::string where; ///< the dataset or the file; without blanks
};

/// Where the checksums of a file lie: `<file>.sums`.
std::string sums_path(const std::string& file);

/// What is known of a file after a commit.
struct SumsState {
    std::vector<SumRecord> records; ///< by place in the file; of `whole` files in order of writing
    std::int64_t rows = 0;
    std::uint64_t file_size = 0; ///< [bytes]
    std::uint64_t end = 0;       ///< of the log up to this commit [bytes]
    std::uint64_t chain = 0;     ///< the checksum of its last line
};

/// The log of checksums of a file, as it is read.
///
/// A line is "kind offset size sum first_row rows where check"; `check` is the checksum of the line
/// and of the check before it, so that a line that is changed, lost or added shows. Lines count
/// when a commit line follows; later lines about the same place replace earlier ones.
class SumsContent {
  public:
    /// Reads a log; nothing where there is none.
    static std::optional<SumsContent> read(const std::string& path);

    const std::string& run_id() const { return run_id_; }

    /// Lines that are damaged although commits follow, from 1.
    const std::vector<std::int64_t>& damaged_lines() const { return damaged_; }

    /// Whether something follows the last commit: only a run that was killed leaves that.
    bool has_torn_end() const { return torn_end_; }

    int commits() const { return static_cast<int>(commits_.size()); }

    /// How long the file was at a commit [bytes].
    std::uint64_t file_size(int commit) const {
        return lines_[commits_.at(static_cast<std::size_t>(commit))].record.size;
    }

    /// What was known after a commit; 0 is the first one.
    SumsState state(int commit) const;

  private:
    struct Line {
        char kind = 0;
        SumRecord record;
        std::uint64_t end = 0;
        std::uint64_t check = 0;
    };

    void add_line(const std::string& text, std::uint64_t end);

    std::string run_id_;
    std::vector<Line> lines_;
    std::vector<std::size_t> commits_; ///< their lines
    std::vector<std::int64_t> damaged_;
    bool torn_end_ = false;
    std::int64_t read_ = 0;
    std::uint64_t chain_ = 0;
};

/// The log of checksums of a file that a run is writing.
class SumsLog {
  public:
    /// Begins a log in place of an older one.
    SumsLog(const std::string& path, const std::string& run_id);

    /// Goes on behind a commit; what came later is removed.
    SumsLog(const std::string& path, const SumsState& state);

    void add(const SumRecord& record);

    /// Says that rows from this one on were removed, and that all `index` pieces follow anew.
    void cut(std::int64_t rows);

    /// Makes what was added count and survive a power cut; the file must have reached the disk.
    void commit(std::int64_t rows, std::uint64_t file_size);

    /// Hands over what was added, so that little is lost; it counts from the next commit on.
    void flush();

  private:
    void add_line(char kind, const SumRecord& record);

    PosixFile file_;
    FileWatch watch_;
    std::uint64_t end_ = 0;
    std::uint64_t chain_ = 0;
    std::string pending_;
};

} // namespace mdsim
