// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/extxyz.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "input/structure/extxyz_header.hpp"
#include "input/structure/extxyz_rows.hpp"
#include "input/structure/text.hpp"
#include "input/structure/unit_advice.hpp"
#include "input/structure/whole_atoms.hpp"

namespace mdsim {

namespace {

using namespace source;

/// A frame as a piece of the text.
struct XyzFrame {
    std::int64_t atoms = 0;
    std::int64_t line = 0;    ///< of the number of atoms
    std::string_view comment; ///< the line after it
    std::string_view body;    ///< the lines of the atoms
};

/// Reads one frame's outline; false where only blank lines are left.
bool next_frame(LineReader& lines, std::string_view text, XyzFrame& frame, Findings& findings) {
    std::string_view line;
    do {
        if (!lines.next(line)) return false;
    } while (trimmed(line).empty());
    frame.line = lines.number();
    if (!parse_integer(trimmed(line), frame.atoms) || frame.atoms < 1) {
        findings.error(frame.line,
                       fmt::format("a frame must begin with its number of atoms, 1 or more; "
                                   "found {}",
                                   in_quotes(line)));
        findings.raise();
    }
    std::int64_t found = 0;
    frame.comment = {};
    lines.next(frame.comment);
    const std::size_t begin = lines.offset();
    while (found < frame.atoms && lines.next(line)) ++found;
    if (found < frame.atoms) {
        findings.error(frame.line,
                       fmt::format("the frame promises {} atoms, but the file ends after {}; "
                                   "is it cut off?",
                                   frame.atoms, found));
        findings.raise();
    }
    frame.body = text.substr(begin, lines.offset() - begin);
    return true;
}

/// Records an error where the comment names another unit system than that of the input.
void check_units(const XyzHeader& header, std::int64_t line, std::optional<UnitSystem> input,
                 Findings& findings) {
    if (!input) return;
    for (const auto& entry : enum_names(UnitSystem{}))
        if (header.units == entry.name && entry.value != *input)
            findings.error(line, fmt::format("says units={}, but the input has units.system = "
                                             "\"{}\"; {}",
                                             entry.name, enum_name(*input),
                                             unit_advice(entry.value, *input)));
}

/// Raises where the lines of a frame go on behind the number of atoms that it promises: whatever
/// follows a frame begins with a number of atoms.
void check_end(LineReader lines, const XyzFrame& frame, Findings& findings) {
    std::string_view line;
    std::int64_t atoms = 0;
    while (lines.next(line)) {
        if (trimmed(line).empty()) continue;
        if (parse_integer(trimmed(line), atoms)) return;
        findings.error(lines.number(),
                       fmt::format("the frame of line {} promises {} atoms, but goes on: found {} "
                                   "where the next frame or the end of the file should be",
                                   frame.line, frame.atoms, in_quotes(line)));
        findings.raise();
    }
}

/// Finds a frame by its index. Raises where it is not there; of what is behind it, only the first
/// line is looked at.
XyzFrame find_frame(std::string_view text, std::int64_t wanted, Findings& findings) {
    LineReader lines(text);
    std::vector<XyzFrame> frames;
    XyzFrame frame;
    while (next_frame(lines, text, frame, findings)) {
        if (static_cast<std::int64_t>(frames.size()) == wanted) {
            check_end(lines, frame, findings);
            return frame;
        }
        frames.push_back(frame);
    }
    const std::int64_t count = static_cast<std::int64_t>(frames.size());
    if (wanted >= 0 || wanted < -count) {
        findings.error(
            0, fmt::format("frame {} is not there; the file has {} frames, counted from 0 or, "
                           "from the end, from -1",
                           wanted, count));
        findings.raise();
    }
    return frames[static_cast<std::size_t>(count + wanted)];
}

} // namespace

std::int64_t extxyz_count(const std::string& path, std::int64_t frame) {
    const TextFile file(path);
    Findings findings(path);
    return find_frame(file.text(), frame, findings).atoms;
}

Structure read_extxyz(const std::string& path, const ExtxyzOptions& options, IdBlock block,
                      std::vector<Diagnostic>* warnings) {
    const TextFile file(path);
    return parse_extxyz(file.text(), path, options, block, warnings);
}

Structure parse_extxyz(std::string_view text, const std::string& name, const ExtxyzOptions& options,
                       IdBlock block, std::vector<Diagnostic>* warnings) {
    Findings findings(name);
    const XyzFrame frame = find_frame(text, options.frame, findings);
    const XyzHeader header = xyz_header(frame.comment, frame.line + 1, findings);
    check_units(header, frame.line + 1, options.units, findings);
    findings.raise();

    Structure structure;
    structure.box = header.box;
    structure.total = frame.atoms;
    read_xyz_rows(frame.body, frame.line + 2, header, block, structure, findings);
    findings.raise();
    MDSIM_ENSURE(has_whole_atoms(structure));
    for (Species& species : structure.species) species.mass *= options.mass_factor;
    if (warnings != nullptr)
        warnings->insert(warnings->end(), findings.warnings().begin(), findings.warnings().end());
    return structure;
}

} // namespace mdsim
