// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "guard/mapped_text.hpp"

namespace mdsim::source {

using TextFile = guard::MappedText;

/// Walks over the lines of a text; a carriage return before the line end is dropped.
class LineReader {
  public:
    explicit LineReader(std::string_view text, std::int64_t first_line = 1)
        : text_(text), number_(first_line - 1) {
        MDSIM_EXPECT(first_line > 0);
    }

    /// Gives the next line without its end; false at the end of the text.
    bool next(std::string_view& line);

    /// The number of the line that next() gave last, or one less than the first.
    std::int64_t number() const { return number_; }

    /// Bytes of the text that next() has passed.
    std::size_t offset() const { return offset_; }

  private:
    std::string_view text_;
    std::size_t offset_ = 0;
    std::int64_t number_;
};

/// Removes the next blank-separated word from the front of `rest`; empty when there is none.
std::string_view next_word(std::string_view& rest);

/// Replaces `words` by the blank-separated words of a line.
void split_words(std::string_view line, std::vector<std::string_view>& words);

/// The text without blanks at either end.
std::string_view trimmed(std::string_view text);

/// Reads a whole word as a finite number; false, with `value` as it was, where it is anything else.
bool parse_number(std::string_view word, double& value);

/// Reads a whole word as a decimal integer; false where it is anything else or does not fit.
bool parse_integer(std::string_view word, std::int64_t& value);

/// A word of the user's file for a message: in quotes, shortened, without control characters.
/// Not called quoted: a call with a std::string would find std::quoted.
std::string in_quotes(std::string_view word);

/// The errors and the warnings of one file.
///
/// Errors that differ in numbers only are one kind: the first `shown` of a kind are kept, the rest
/// counted. At `limit` kept errors, or `most` in all, it gives up.
class Findings {
  public:
    static constexpr std::size_t limit = 20;
    static constexpr std::size_t shown = 3;
    static constexpr std::int64_t most = 100000;

    explicit Findings(std::string file) : file_(std::move(file)) {}

    /// Records an error at a line (0: of the whole file). Throws InputError when the list is full.
    void error(std::int64_t line, std::string message);

    /// Records what was left out without being wrong.
    void warning(std::int64_t line, std::string message);

    /// Throws InputError with all errors, if there are any.
    void raise() const;

    /// The number of errors so far, those that were only counted included.
    std::size_t count() const { return static_cast<std::size_t>(found_); }

    const std::vector<Diagnostic>& warnings() const { return warnings_; }

  private:
    /// Errors of one kind.
    struct Kind {
        std::int64_t found = 0;
        std::size_t last_kept = 0;  ///< its place in `errors_`
        std::int64_t last_line = 0; ///< of all
    };

    std::string where(std::int64_t line) const;
    /// All kept errors, with the numbers of those like them.
    std::vector<Diagnostic> listed() const;

    std::string file_;
    std::int64_t found_ = 0;
    std::map<std::string, Kind> kinds_;
    std::vector<Diagnostic> errors_;
    std::vector<Diagnostic> warnings_;
};

} // namespace mdsim::source
