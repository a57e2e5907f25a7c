// SPDX-License-Identifier: BSD-3-Clause
#include "config/structure_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace mdsim {

namespace {

bool one_of(const std::string& word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string ending_of(const FileSettings& file) {
    return std::filesystem::path(file.path).extension().string();
}

} // namespace

std::optional<StructureFormat> format_of(const FileSettings& file) {
    if (file.format != StructureFormat::automatic) return file.format;
    const std::string end = ending_of(file);
    if (one_of(end, {".data", ".lmp", ".lammps"})) return StructureFormat::lammps_data;
    if (one_of(end, {".xyz", ".extxyz"})) return StructureFormat::extxyz;
    if (one_of(end, {".h5md", ".h5"})) return StructureFormat::h5md;
    return std::nullopt;
}

std::string format_advice(const FileSettings& file) {
    const std::string end = ending_of(file);
    if (one_of(end, {".gz", ".bz2", ".xz", ".zst", ".zip"}))
        return fmt::format("\"{}\" is compressed ({}), which is not read: unpack it first",
                           file.path, end);
    if (one_of(end, {".gro", ".pdb", ".cif", ".xtc", ".trr", ".dcd", ".gsd", ".mol2", ".lammpstrj",
                     ".dump", ".vasp"}))
        return fmt::format("\"{}\": files {} are not read; convert it to extended XYZ (.extxyz) or "
                           "to a data file of LAMMPS (.data), as with ASE, MDAnalysis or OVITO",
                           file.path, end);
    return fmt::format("cannot tell the format of \"{}\" from its name; set system.file.format to "
                       "lammps_data, extxyz or h5md",
                       file.path);
}

} // namespace mdsim
