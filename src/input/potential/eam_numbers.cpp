// SPDX-License-Identifier: BSD-3-Clause
#include "input/potential/eam_numbers.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Fewer cannot be interpolated; more are of no use.
constexpr std::int64_t least_values = 5;
constexpr std::int64_t most_values = 1000000;

} // namespace

std::vector<double> NumberBlock::take(std::size_t count) {
    MDSIM_REQUIRE(count <= left());
    const auto from = numbers.begin() + static_cast<std::ptrdiff_t>(taken);
    taken += count;
    return {from, from + static_cast<std::ptrdiff_t>(count)};
}

EamSizes read_eam_sizes(const std::vector<std::string_view>& words, std::int64_t line,
                        source::Findings& findings) {
    const char* const expected = "nrho drho nr dr cutoff";
    std::int64_t count[2] = {};
    double number[3] = {};
    if (words.size() < 5 || !source::parse_integer(words[0], count[0]) ||
        !source::parse_number(words[1], number[0]) || !source::parse_integer(words[2], count[1]) ||
        !source::parse_number(words[3], number[1]) || !source::parse_number(words[4], number[2])) {
        findings.error(line, fmt::format("expected five numbers: {}", expected));
        return {};
    }
    double sixth = 0;
    if (words.size() > 5 && source::parse_number(words[5], sixth)) {
        findings.error(line, fmt::format("six numbers, as files of the type eam/he have, which is "
                                         "not read; expected {}",
                                         expected));
        return {};
    }
    for (const std::int64_t n : count) {
        if (n >= least_values && n <= most_values) continue;
        findings.error(line, fmt::format("tables of {} values; allowed are {} to {} ({})", n,
                                         least_values, most_values, expected));
        return {};
    }
    for (const double x : number) {
        if (x > 0) continue;
        findings.error(line, fmt::format("steps and cutoff must be positive ({})", expected));
        return {};
    }
    return {static_cast<std::size_t>(count[0]), number[0], static_cast<std::size_t>(count[1]),
            number[1], number[2]};
}

bool is_eam_head(const std::vector<std::string_view>& words) {
    double number = 0;
    if (words.size() < 4) return false;
    for (std::size_t i = 0; i < 3; ++i)
        if (!source::parse_number(words[i], number)) return false;
    return !source::parse_number(words[3], number);
}

EamHead read_eam_head(const std::vector<std::string_view>& words, std::int64_t line,
                      source::Findings& findings) {
    EamHead head;
    head.line = line;
    if (words.size() < 2 || !source::parse_integer(words[0], head.atomic_number) ||
        !source::parse_number(words[1], head.mass))
        findings.error(line, "expected an element: atomic number, mass, lattice constant, lattice");
    else if (!(head.mass > 0))
        findings.error(line, fmt::format("the mass {} must be positive", head.mass));
    return head;
}

void add_numbers(const std::vector<std::string_view>& words, std::int64_t line, NumberBlock& block,
                 source::Findings& findings) {
    for (const std::string_view word : words) {
        double number = 0;
        if (source::parse_number(word, number))
            block.numbers.push_back(number);
        else
            findings.error(line, fmt::format("{} is not a finite number", source::in_quotes(word)));
    }
}

} // namespace mdsim
