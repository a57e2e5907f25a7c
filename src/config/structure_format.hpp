// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/units.hpp"
#include "input/system_settings.hpp"
#include "state/id_block.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// A structure file to read, and how to take its numbers.
struct StructureSource {
    std::string path;
    std::int64_t frame = -1; ///< from 0; -1: the last
    double mass = 1;         ///< the internal mass of a file's unit of mass
    UnitSystem units = UnitSystem::lj;
};

/// A format that structures are read from: its reader, an enumerator of StructureFormat, and a row
/// of the table.
struct StructureReader {
    StructureFormat format;
    std::span<const std::string_view> endings; ///< of names of files
    /// How many atoms the frame has. Throws InputError.
    std::int64_t (*count)(const StructureSource& source);
    /// The atoms whose ids are in the block; warnings are added. Throws InputError.
    Structure (*read)(const StructureSource& source, const IdBlock& block,
                      std::vector<Diagnostic>& warnings);
    /// Whether it states all types, also those of no atom; otherwise only those that occur are
    /// known.
    bool states_all_types;
};

/// The reader of a structure file, by the end of its name where the input leaves the format open;
/// null where the name does not say it.
const StructureReader* reader_of(const FileSettings& file);

/// Why the format of a file is not known, and what to do; for files without a reader.
std::string format_advice(const FileSettings& file);

} // namespace mdsim
