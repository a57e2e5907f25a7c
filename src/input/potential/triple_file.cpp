// SPDX-License-Identifier: BSD-3-Clause
#include "input/potential/triple_file.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "input/structure/text.hpp"

namespace mdsim {

namespace {

constexpr std::size_t names = 3;

class TripleParser {
  public:
    TripleParser(std::string_view text, const std::string& path, std::size_t numbers)
        : lines_(text), findings_(path), numbers_(numbers) {}

    std::vector<TripleFileEntry> parse() {
        std::string_view line;
        while (lines_.next(line)) {
            std::vector<std::string_view> words;
            source::split_words(line.substr(0, line.find('#')), words);
            for (const std::string_view word : words) take(word);
        }
        if (words_ > 0)
            findings_.error(entry_.line, fmt::format("the entry that begins here ends after {} of "
                                                     "{} words",
                                                     words_, names + numbers_));
        if (entries_.empty() && words_ == 0) findings_.error(0, "holds no entry");
        findings_.raise();
        return std::move(entries_);
    }

  private:
    void take(std::string_view word) {
        if (words_ == 0) entry_ = {lines_.number(), {}, {}};
        double number = 0;
        const bool is_number = source::parse_number(word, number);
        if (words_ < names) {
            if (is_number)
                findings_.error(lines_.number(),
                                fmt::format("found {} where the entry of line {} has a name",
                                            source::in_quotes(word), entry_.line));
            entry_.elements[words_] = word;
        } else {
            if (!is_number)
                findings_.error(lines_.number(),
                                fmt::format("found {} where the entry of line {} has its number {} "
                                            "of {}",
                                            source::in_quotes(word), entry_.line,
                                            words_ - names + 1, numbers_));
            entry_.numbers.push_back(number);
        }
        if (++words_ == names + numbers_) finish();
    }

    void finish() {
        words_ = 0;
        const auto [first, is_new] = lines_of_.emplace(entry_.elements, entry_.line);
        if (!is_new)
            findings_.error(entry_.line,
                            fmt::format("{} is there twice, in line {} too",
                                        fmt::join(entry_.elements, " "), first->second));
        entries_.push_back(std::move(entry_));
    }

    source::LineReader lines_;
    source::Findings findings_;
    std::size_t numbers_;
    std::size_t words_ = 0; ///< of the entry so far
    TripleFileEntry entry_;
    std::vector<TripleFileEntry> entries_;
    std::map<std::array<std::string, names>, std::int64_t> lines_of_;
};

} // namespace

std::vector<TripleFileEntry> parse_triples(std::string_view text, const std::string& path,
                                           std::size_t numbers) {
    return TripleParser(text, path, numbers).parse();
}

std::vector<TripleFileEntry> read_triple_file(const std::string& path, std::size_t numbers) {
    const source::TextFile file(path);
    return parse_triples(file.text(), path, numbers);
}

} // namespace mdsim
