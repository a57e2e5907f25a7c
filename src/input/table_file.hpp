// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

/// A tabulated pair potential as a file gives it, in the user's units; r rises strictly from above
/// zero.
struct TableFile {
    std::vector<double> r;            ///< [length]
    std::vector<double> energy;       ///< [energy]
    std::vector<double> force;        ///< minus the slope of the energy [energy / length]
    std::vector<Diagnostic> warnings; ///< what is suspicious without being wrong
};

/// Reads a table of at least two rows. Throws InputError with every error and its line.
///
/// A plain file has rows of three numbers, `r energy force`. A file of sections, as the pair_write
/// command of LAMMPS makes it, has for each a line with its name, a line `N <rows>` (what follows
/// on it is skipped) and rows of four, `index r energy force`; `section` names the one to read and
/// may be empty where there is only one. `#` starts a comment, empty lines are skipped.
TableFile read_table_file(const std::string& path, const std::string& section);

/// The same for text that was read already; `path` is the name in messages.
TableFile parse_table(std::string_view text, const std::string& path, const std::string& section);

} // namespace mdsim
