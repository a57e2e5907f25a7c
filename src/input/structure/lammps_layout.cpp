// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lammps_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "input/structure/lammps_header.hpp"

namespace mdsim::source {

namespace {

constexpr std::array<std::string_view, 4> read_sections = {"Masses", "Atoms", "Velocities",
                                                           "Atom Type Labels"};
constexpr std::array<std::string_view, 4> bonded_sections = {"Bonds", "Angles", "Dihedrals",
                                                             "Impropers"};
constexpr std::array<std::string_view, 4> shape_sections = {"Ellipsoids", "Lines", "Triangles",
                                                            "Bodies"};
constexpr std::array<std::string_view, 4> label_sections = {
    "Bond Type Labels", "Angle Type Labels", "Dihedral Type Labels", "Improper Type Labels"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_coefficients(std::string_view name) {
    constexpr std::string_view end = " Coeffs";
    return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The words of a line joined by one blank each.
std::string joined(std::string_view line) {
    std::string text;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
        text.append(text.empty() ? "" : " ").append(word);
    return text;
}

bool is_section(std::string_view name) {
    return among(read_sections, name) || among(bonded_sections, name) ||
           among(shape_sections, name) || among(label_sections, name) || is_coefficients(name);
}

void unknown(std::int64_t line, std::string_view found, Findings& findings) {
    findings.error(line, fmt::format("found {}, which is neither a header line nor a section that "
                                     "is read (Masses, Atoms, Velocities, Atom Type Labels) or "
                                     "passed over (... Coeffs)",
                                     in_quotes(found)));
}

/// Judges the name of a section.
void admit(const LammpsSection& section, const LammpsLayout& layout, Findings& findings) {
    const std::string_view name = section.name;
    if (layout.find(name) != nullptr)
        findings.error(section.line, fmt::format("the section {} comes a second time", name));
    if (among(bonded_sections, name))
        findings.error(section.line, fmt::format("section {}: bonded terms are not supported yet; "
                                                 "only files without them can be read",
                                                 name));
    else if (among(shape_sections, name))
        findings.error(section.line, fmt::format("section {}: particles with a shape are not "
                                                 "supported",
                                                 name));
    else if (is_coefficients(name))
        findings.warning(section.line,
                         fmt::format("the section {} is not used; pair potentials are taken "
                                     "from the input file",
                                     name));
    else if (among(label_sections, name))
        findings.warning(section.line, fmt::format("the section {} is not used", name));
    else if (!among(read_sections, name))
        unknown(section.line, name, findings);
}

} // namespace

const LammpsSection* LammpsLayout::find(std::string_view name) const {
    for (const LammpsSection& section : sections)
        if (section.name == name) return &section;
    return nullptr;
}

std::string_view without_comment(std::string_view line) {
    return trimmed(line.substr(0, line.find('#')));
}

LammpsLayout lammps_header(std::string_view text, Findings& findings) {
    LammpsHeader header;
    LineReader lines(text);
    std::string_view line;
    lines.next(line);
    while (lines.next(line)) {
        const std::string_view content = without_comment(line);
        if (!content.empty() && is_section(joined(content))) break;
        if (!content.empty() && !is_letter(content.front()))
            header.read(lines.number(), content, findings);
    }
    return header.layout(findings);
}

LammpsLayout lammps_layout(std::string_view text, Findings& findings) {
    LammpsHeader header;
    LammpsLayout found;
    LineReader lines(text);
    std::string_view line;
    std::string_view title;
    lines.next(title);
    std::size_t body = 0;
    const auto finish = [&](std::size_t end) {
        if (!found.sections.empty()) found.sections.back().body = text.substr(body, end - body);
    };
    for (std::size_t start = lines.offset(); lines.next(line); start = lines.offset()) {
        const std::string_view content = without_comment(line);
        if (content.empty()) continue;
        if (!is_letter(content.front())) {
            if (found.sections.empty()) header.read(lines.number(), content, findings);
            continue;
        }
        const std::size_t mark = line.find('#');
        LammpsSection section;
        section.name = joined(content);
        section.line = lines.number();
        if (mark != std::string_view::npos) section.comment = trimmed(line.substr(mark + 1));
        admit(section, found, findings);
        if (!is_section(section.name) && found.sections.empty())
            continue; // a misspelt header line must not hide the lines after it
        finish(start);
        body = lines.offset();
        found.sections.push_back(std::move(section));
    }
    finish(text.size());
    LammpsLayout layout = header.layout(findings);
    layout.title = title;
    layout.sections = std::move(found.sections);
    return layout;
}

} // namespace mdsim::source
