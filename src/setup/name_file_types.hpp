// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Which of its types a structure file gives.
enum class FileTypes {
    all,         ///< all, whether atoms have them or not: LAMMPS states how many there are
    of_the_frame ///< those that occur in the frame that was read
};

/// The number that a type of a structure file has for a name, if it has no other.
std::optional<std::int64_t> type_number(const std::string& name);

/// Gives the numbered types of a structure file the names of system.file.types: the number says
/// which one, counted from 1, or from 0 where the file has a type 0; the order of the atoms never
/// does. Names that no type takes are reported in `warnings`. Throws InputError where the list does
/// not fit, or where the file names its types by itself: a list would change species by their
/// places.
void name_file_types(const std::vector<std::string>& types, FileTypes stated,
                     std::vector<Species>& species, std::vector<Diagnostic>& warnings);

} // namespace mdsim
