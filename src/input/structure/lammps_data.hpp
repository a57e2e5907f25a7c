// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/units.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// The columns of an Atoms line; `from_file` takes them from the comment "Atoms # style".
enum class AtomStyle { from_file, atomic, charge, bond, full };

struct LammpsDataOptions {
    AtomStyle style = AtomStyle::from_file;
    double mass_factor = 1;            ///< from the file's masses to [energy time^2 / length^2]
    std::optional<UnitSystem> units{}; ///< of the input, compared with what the title says
};

/// The number of atoms that the header of a LAMMPS data file promises. Throws InputError.
std::int64_t lammps_data_count(const std::string& path);

/// Reads the atoms of an id block from a LAMMPS data file, in the order of their ids. Ids are the
/// ranks of the file's atom numbers in ascending order; the block is cut to those that exist.
/// Species are named by "Atom Type Labels" where present, otherwise "1", "2", ... Every caller
/// checks the whole layout, but the numbers of its own block only. Throws InputError with up to 20
/// errors, each with file and line; what is left out without harm (coefficients, extra words of the
/// header) is added to `warnings`.
Structure read_lammps_data(const std::string& path, const LammpsDataOptions& options, IdBlock block,
                           std::vector<Diagnostic>* warnings = nullptr);

/// The same from text in memory; `name` stands for the file in messages.
Structure parse_lammps_data(std::string_view text, const std::string& name,
                            const LammpsDataOptions& options, IdBlock block,
                            std::vector<Diagnostic>* warnings = nullptr);

} // namespace mdsim
