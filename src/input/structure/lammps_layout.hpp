// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/box.hpp"
#include "input/structure/text.hpp"

namespace mdsim::source {

/// A section of a LAMMPS data file, as a piece of the file's text.
struct LammpsSection {
    std::string name;         ///< "Atoms"
    std::string_view comment; ///< what follows a # on the line of the name
    std::string_view body;    ///< all lines up to the next name
    std::int64_t line = 0;    ///< of the name; the body begins on the next
};

/// The header of a LAMMPS data file and where its sections lie.
struct LammpsLayout {
    std::string_view title; ///< the first line
    std::int64_t atoms = 0;
    std::int64_t atom_types = 0;
    Box box;
    std::vector<LammpsSection> sections;

    /// The section of a name, or null.
    const LammpsSection* find(std::string_view name) const;
};

/// Reads the header of the text only: atom counts and box.
LammpsLayout lammps_header(std::string_view text, Findings& findings);

/// Reads the header and finds the sections. Errors are recorded, among them everything that mdsim
/// does not read yet (bonded terms, particles with shape, general triclinic boxes).
LammpsLayout lammps_layout(std::string_view text, Findings& findings);

/// The part of a line before a #, without blanks at its ends.
std::string_view without_comment(std::string_view line);

} // namespace mdsim::source
