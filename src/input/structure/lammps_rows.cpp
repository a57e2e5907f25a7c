// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lammps_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "state/atom_labels.hpp"

namespace mdsim::source {

std::vector<std::int64_t> atom_numbers(const LammpsSection& section, std::int64_t promised,
                                       Findings& findings) {
    MDSIM_EXPECT(promised >= 0);
    std::vector<std::int64_t> numbers;
    numbers.reserve(std::min(static_cast<std::size_t>(promised), section.body.size() / 8));
    for (LammpsRows rows(section); rows.next();) {
        std::int64_t number = 0;
        if (!parse_integer(rows.first_word(), number) || number < 1 || number > largest_label)
            findings.error(rows.line(),
                           fmt::format("{}: the first word must be an atom number; found {}, "
                                       "allowed are 1 ... {}",
                                       section.name, in_quotes(rows.first_word()), largest_label));
        numbers.push_back(number);
    }
    if (static_cast<std::int64_t>(numbers.size()) != promised)
        findings.error(section.line,
                       fmt::format("{}: has {} lines, but the header says {} atoms; {}",
                                   section.name, numbers.size(), promised,
                                   static_cast<std::int64_t>(numbers.size()) < promised
                                       ? "is the file cut off?"
                                       : "correct the number in the header, or remove lines"));
    return numbers;
}

void tell_repeated(const LammpsSection& section, std::int64_t repeated, Findings& findings) {
    int times = 0;
    for (LammpsRows rows(section); rows.next();) {
        std::int64_t number = 0;
        if (parse_integer(rows.first_word(), number) && number == repeated && ++times == 2)
            findings.error(rows.line(),
                           fmt::format("{}: atom {} comes a second time", section.name, repeated));
    }
}

} // namespace mdsim::source
