// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "input/structure/lammps_layout.hpp"

namespace mdsim::source {

/// Walks over the lines of a section that hold anything.
class LammpsRows {
  public:
    explicit LammpsRows(const LammpsSection& section) : lines_(section.body, section.line + 1) {}

    /// Goes to the next line; false after the last.
    bool next() {
        std::string_view line;
        while (lines_.next(line)) {
            content_ = line.substr(0, line.find('#'));
            std::string_view rest = content_;
            first_word_ = next_word(rest);
            if (!first_word_.empty()) return true;
        }
        return false;
    }

    std::string_view content() const { return content_; }
    std::string_view first_word() const { return first_word_; }
    std::int64_t line() const { return lines_.number(); }

  private:
    LineReader lines_;
    std::string_view content_;
    std::string_view first_word_;
};

/// The atom numbers of all lines of a section, one each; errors where a word is none or where
/// there are not as many lines as promised.
std::vector<std::int64_t> atom_numbers(const LammpsSection& section, std::int64_t promised,
                                       Findings& findings);

/// Records on which line an atom number comes for the second time.
void tell_repeated(const LammpsSection& section, std::int64_t repeated, Findings& findings);

} // namespace mdsim::source
