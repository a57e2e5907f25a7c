// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lammps_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/contract.hpp"
#include "state/structure.hpp"

namespace mdsim::source {

namespace {

using Names = std::vector<std::string_view>;

const Names extent_names = {"xlo xhi", "ylo yhi", "zlo zhi"};
const Names bonded_names = {"bonds", "angles", "dihedrals", "impropers"};
const Names shape_names = {"ellipsoids", "lines", "triangles", "bodies"};
const Names general_names = {"avec", "bvec", "cvec", "abc origin"};
const Names harmless_names = {"bond types",
                              "angle types",
                              "dihedral types",
                              "improper types",
                              "extra bond per atom",
                              "extra angle per atom",
                              "extra dihedral per atom",
                              "extra improper per atom",
                              "extra special per atom"};

bool among(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_numeric(std::string_view word) {
    const char c = word.front();
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

} // namespace

void LammpsHeader::read(std::int64_t line, std::string_view content, Findings& findings) {
    MDSIM_EXPECT(line > 0); // 0 stands for lines that were not seen
    split_words(content, words_);
    const auto first = std::find_if_not(words_.begin(), words_.end(), is_numeric);
    std::string what;
    for (auto word = first; word != words_.end(); ++word)
        what.append(what.empty() ? "" : " ").append(*word);
    words_.erase(first, words_.end());

    const auto extent = std::find(extent_names.begin(), extent_names.end(), what);
    if (extent != extent_names.end())
        read_extent(line, static_cast<std::size_t>(extent - extent_names.begin()), findings);
    else if (what == "xy xz yz")
        read_tilt(line, findings);
    else if (what == "atoms" || what == "atom types" || among(bonded_names, what) ||
             among(shape_names, what))
        read_count(line, what, findings);
    else if (among(general_names, what))
        findings.error(line,
                       fmt::format("'{}': general triclinic boxes are not read; write the file "
                                   "with a restricted box (xlo xhi ... xy xz yz)",
                                   what));
    else if (!among(harmless_names, what))
        findings.error(line,
                       fmt::format("found {}, which is no header line that is known; known are "
                                   "'N atoms', 'N atom types', 'LO HI xlo xhi' (y, z) and "
                                   "'XY XZ YZ xy xz yz'",
                                   in_quotes(content)));
}

void LammpsHeader::once(std::int64_t line, bool seen, std::string_view what,
                        Findings& findings) const {
    if (seen) findings.error(line, fmt::format("'{}' comes a second time", what));
}

void LammpsHeader::read_count(std::int64_t line, std::string_view what, Findings& findings) {
    std::int64_t count = -1;
    if (words_.size() != 1 || !parse_integer(words_[0], count) || count < 0) {
        findings.error(line,
                       fmt::format("'{}' needs one whole number, not negative, before it; found "
                                   "{}",
                                   what, words_.empty() ? "none" : in_quotes(words_[0])));
        return;
    }
    if (among(bonded_names, what) && count > 0)
        findings.error(line,
                       fmt::format("found {} {}: bonded terms are not supported yet; only files "
                                   "without them can be read",
                                   count, what));
    if (among(shape_names, what) && count > 0)
        findings.error(line, fmt::format("found {} {}: particles with a shape are not supported",
                                         count, what));
    if (what == "atoms") {
        once(line, atoms_line_ > 0, what, findings);
        atoms_ = count;
        atoms_line_ = line;
    }
    if (what == "atom types") {
        once(line, types_line_ > 0, what, findings);
        types_ = count;
        types_line_ = line;
    }
}

bool LammpsHeader::numbers_of(std::int64_t line, std::size_t count, std::string_view what,
                              Findings& findings) {
    if (words_.size() != count) {
        findings.error(line, fmt::format("'{}' needs {} numbers before it; found {}", what, count,
                                         words_.size()));
        return false;
    }
    for (std::size_t k = 0; k < count; ++k) {
        if (parse_number(words_[k], numbers_[k])) continue;
        findings.error(line,
                       fmt::format("'{}': {} is not a finite number", what, in_quotes(words_[k])));
        return false;
    }
    return true;
}

void LammpsHeader::read_extent(std::int64_t line, std::size_t direction, Findings& findings) {
    const std::string_view what = extent_names[direction];
    once(line, extents_[direction].line > 0, what, findings);
    extents_[direction].line = line;
    if (!numbers_of(line, 2, what, findings)) return;
    extents_[direction] = {numbers_[0], numbers_[1], line};
    if (!(numbers_[0] < numbers_[1]) || !std::isfinite(numbers_[1] - numbers_[0]))
        findings.error(line, fmt::format("found {} {} {}: the second must be above the first, by a "
                                         "finite length",
                                         words_[0], words_[1], what));
}

void LammpsHeader::read_tilt(std::int64_t line, Findings& findings) {
    once(line, tilt_line_ > 0, "xy xz yz", findings);
    tilt_line_ = line;
    if (numbers_of(line, 3, "xy xz yz", findings)) tilt_ = numbers_;
}

LammpsLayout LammpsHeader::layout(Findings& findings) const {
    constexpr auto most_types = static_cast<std::int64_t>(most_species);
    if (atoms_line_ == 0)
        findings.error(0, "the header has no line 'N atoms'");
    else if (atoms_ < 1)
        findings.error(atoms_line_, "found 0 atoms; at least 1 is needed");
    if (types_line_ == 0)
        findings.error(0, "the header has no line 'N atom types'");
    else if (types_ < 1 || types_ > most_types)
        findings.error(types_line_, fmt::format("found {} atom types; allowed are 1 ... {}", types_,
                                                most_types));
    for (std::size_t k = 0; k < 3; ++k)
        if (extents_[k].line == 0)
            findings.error(0, fmt::format("the header has no line 'LO HI {}'", extent_names[k]));
    LammpsLayout layout;
    layout.atoms = atoms_;
    layout.atom_types = types_;
    layout.box.origin = {extents_[0].low, extents_[1].low, extents_[2].low};
    layout.box.edges = {extents_[0].high - extents_[0].low,
                        tilt_[0],
                        extents_[1].high - extents_[1].low,
                        tilt_[1],
                        tilt_[2],
                        extents_[2].high - extents_[2].low};
    return layout;
}

} // namespace mdsim::source
