// SPDX-License-Identifier: BSD-3-Clause
#include "input/table_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/contract.hpp"
#include "input/structure/text.hpp"

namespace mdsim {

namespace {

using Words = std::vector<std::string_view>;

/// One section of the file; a plain file is one section without a name.
struct Section {
    std::string name;
    std::int64_t line = 0;      ///< where it begins
    std::int64_t expected = -1; ///< rows it should have; -1 if it does not say
    TableFile table;
    std::vector<std::int64_t> row_line;
};

/// Whether a row begins with a number that is followed by a comma or a semicolon, not a blank.
bool separated_by_signs(const Words& words) {
    double number = 0;
    const std::size_t sign = words[0].find_first_of(",;");
    return sign != std::string_view::npos && source::parse_number(words[0].substr(0, sign), number);
}

class TableParser {
  public:
    explicit TableParser(const std::string& path) : findings_(path) {}

    std::vector<Section> parse(std::string_view text) {
        source::LineReader lines(text);
        Words words;
        std::string_view line;
        while (lines.next(line)) {
            source::split_words(line.substr(0, line.find('#')), words);
            if (!words.empty()) take(words, lines.number());
        }
        for (const Section& section : sections_) check_length(section);
        return std::move(sections_);
    }

    source::Findings& findings() { return findings_; }

  private:
    void take(const Words& words, std::int64_t line) {
        double number = 0;
        if (separated_by_signs(words)) {
            findings_.error(line, "columns are separated by blanks here, and decimals have a "
                                  "point; found commas or semicolons");
            findings_.raise(); // all other rows will have them too
        } else if (source::parse_number(words[0], number))
            take_row(words, line);
        else if (words[0] == "N" && words.size() > 1 && !sections_.empty() &&
                 sections_.back().expected < 0)
            take_length(words, line);
        else if (words.size() == 1)
            begin_section(std::string(words[0]), line);
        else
            findings_.error(line, fmt::format("{} is neither a number nor the name of a section",
                                              source::in_quotes(words[0])));
    }

    void begin_section(std::string name, std::int64_t line) {
        Section section;
        section.name = std::move(name);
        section.line = line;
        sections_.push_back(std::move(section));
    }

    void take_length(const Words& words, std::int64_t line) {
        std::int64_t& expected = sections_.back().expected;
        if (!source::parse_integer(words[1], expected) || expected < 2) {
            findings_.error(line, fmt::format("N = {} must be a whole number of rows, at least 2",
                                              source::in_quotes(words[1])));
            expected = 0;
        }
    }

    void take_row(const Words& words, std::int64_t line) {
        if (sections_.empty()) begin_section("", line);
        Section& section = sections_.back();
        const std::size_t index_columns = section.name.empty() ? 0 : 1;
        if (words.size() != index_columns + 3) {
            findings_.error(line, fmt::format("{} columns found, expected {}: {}r energy force",
                                              words.size(), index_columns + 3,
                                              index_columns == 1 ? "index " : ""));
            return;
        }
        double value[3];
        for (std::size_t i = 0; i < 3; ++i) {
            if (!source::parse_number(words[index_columns + i], value[i])) {
                findings_.error(line, fmt::format("{} is not a finite number",
                                                  source::in_quotes(words[index_columns + i])));
                return;
            }
        }
        add_row(section, value, line);
    }

    void add_row(Section& section, const double (&value)[3], std::int64_t line) {
        TableFile& table = section.table;
        const double previous = table.r.empty() ? 0 : table.r.back();
        if (!(value[0] > previous)) {
            findings_.error(line, table.r.empty()
                                      ? fmt::format("r = {} must be positive", value[0])
                                      : fmt::format("r = {} does not rise: the row before has {}",
                                                    value[0], previous));
            return;
        }
        table.r.push_back(value[0]);
        table.energy.push_back(value[1]);
        table.force.push_back(value[2]);
        section.row_line.push_back(line);
    }

    void check_length(const Section& section) {
        const auto rows = static_cast<std::int64_t>(section.table.r.size());
        if (section.expected > 0 && rows != section.expected)
            findings_.error(section.line, fmt::format("section '{}' has {} good rows, N says {}",
                                                      section.name, rows, section.expected));
        else if (rows < 2)
            findings_.error(section.line, "a table needs at least two rows");
    }

    source::Findings findings_;
    std::vector<Section> sections_;
};

/// The section asked for.
Section& choose(std::vector<Section>& sections, const std::string& name,
                source::Findings& findings) {
    std::string known;
    for (Section& section : sections) {
        if (section.name == name || (name.empty() && sections.size() == 1)) return section;
        known += fmt::format("{}'{}'", known.empty() ? "" : ", ", section.name);
    }
    if (sections.empty())
        findings.error(0, "holds no rows of numbers");
    else if (name.empty())
        findings.error(0, fmt::format("has several sections; set section to one of {}", known));
    else
        findings.error(0, fmt::format("has no section '{}'; it has {}", name, known));
    findings.raise();
    return sections.front();
}

/// Whether each number is above the one before.
[[maybe_unused]] bool rises(const std::vector<double>& numbers) {
    return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) ==
           numbers.end();
}

/// Warns where the force is not minus the slope of the energy: by the mean value theorem the drop
/// of the energy over an interval lies between the forces at its ends, but for their variation
/// inside.
void check_consistency(const Section& section, source::Findings& findings) {
    const TableFile& table = section.table;
    MDSIM_EXPECT(table.energy.size() == table.r.size() && table.force.size() == table.r.size());
    MDSIM_EXPECT(section.row_line.size() == table.r.size());
    std::size_t bad = 0;
    std::size_t first = 0;
    for (std::size_t i = 1; i < table.r.size(); ++i) {
        const double h = table.r[i] - table.r[i - 1];
        const double low = std::min(table.force[i - 1], table.force[i]);
        const double high = std::max(table.force[i - 1], table.force[i]);
        const double printed = 1e-6 * (std::abs(table.energy[i]) + std::abs(table.energy[i - 1]));
        const double margin = 0.5 * (high - low) * h + 1e-3 * std::max(high, -low) * h + printed;
        const double drop = table.energy[i - 1] - table.energy[i];
        if (drop < low * h - margin || drop > high * h + margin) {
            first = bad == 0 ? i : first;
            ++bad;
        }
    }
    if (bad > 0)
        findings.warning(
            section.row_line[first],
            fmt::format("the force is not minus the slope of the energy in {} of {} "
                        "intervals, first between r = {} and {}; look at the sign and the "
                        "unit of the force, and at a last row that was set to zero",
                        bad, table.r.size() - 1, table.r[first - 1], table.r[first]));
}

} // namespace

TableFile parse_table(std::string_view text, const std::string& path, const std::string& section) {
    TableParser parser(path);
    std::vector<Section> sections = parser.parse(text);
    Section& chosen = choose(sections, section, parser.findings());
    parser.findings().raise();
    MDSIM_ENSURE(chosen.table.r.size() >= 2 && chosen.table.r.front() > 0);
    MDSIM_ENSURE(rises(chosen.table.r));
    check_consistency(chosen, parser.findings());
    chosen.table.warnings = parser.findings().warnings();
    return std::move(chosen.table);
}

TableFile read_table_file(const std::string& path, const std::string& section) {
    const source::TextFile file(path);
    return parse_table(file.text(), path, section);
}

} // namespace mdsim
