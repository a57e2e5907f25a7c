// SPDX-License-Identifier: BSD-3-Clause
#include "config/structure_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "core/contract.hpp"
#include "input/structure/extxyz.hpp"
#include "input/structure/h5md.hpp"
#include "input/structure/lammps_data.hpp"

namespace mdsim {

namespace {

bool one_of(const std::string& word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string ending_of(const FileSettings& file) {
    return std::filesystem::path(file.path).extension().string();
}

constexpr std::array<std::string_view, 3> lammps_data_endings{".data", ".lmp", ".lammps"};
constexpr std::array<std::string_view, 2> extxyz_endings{".xyz", ".extxyz"};
constexpr std::array<std::string_view, 2> h5md_endings{".h5md", ".h5"};

constexpr std::array<StructureReader, 3> readers{{
    {StructureFormat::lammps_data, lammps_data_endings,
     [](const StructureSource& s) { return lammps_data_count(s.path); },
     [](const StructureSource& s, const IdBlock& block, std::vector<Diagnostic>& warnings) {
         return read_lammps_data(s.path, {AtomStyle::from_file, s.mass, s.units}, block, &warnings);
     },
     true},
    {StructureFormat::extxyz, extxyz_endings,
     [](const StructureSource& s) { return extxyz_count(s.path, s.frame); },
     [](const StructureSource& s, const IdBlock& block, std::vector<Diagnostic>& warnings) {
         return read_extxyz(s.path, {s.frame, s.mass, s.units}, block, &warnings);
     },
     false},
    {StructureFormat::h5md, h5md_endings,
     [](const StructureSource& s) {
         return h5md_count(s.path, {s.frame, 1, {}, {}});
     },
     [](const StructureSource& s, const IdBlock& block, std::vector<Diagnostic>& warnings) {
         return read_h5md(s.path, {s.frame, s.mass, {}, s.units}, block, &warnings);
     },
     false},
}};

bool reads(const StructureReader& reader, const FileSettings& file) {
    if (file.format != StructureFormat::automatic) return reader.format == file.format;
    const auto& endings = reader.endings;
    return std::find(endings.begin(), endings.end(), ending_of(file)) != endings.end();
}

/// "lammps_data, extxyz or h5md".
std::string format_names() {
    std::string names;
    for (std::size_t i = 0; i < readers.size(); ++i) {
        if (i > 0) names += i + 1 < readers.size() ? ", " : " or ";
        names += enum_name(readers[i].format);
    }
    return names;
}

} // namespace

const StructureReader* reader_of(const FileSettings& file) {
    const auto found = std::find_if(readers.begin(), readers.end(),
                                    [&](const StructureReader& r) { return reads(r, file); });
    return found == readers.end() ? nullptr : &*found;
}

std::string format_advice(const FileSettings& file) {
    MDSIM_EXPECT(reader_of(file) == nullptr);
    const std::string end = ending_of(file);
    if (one_of(end, {".gz", ".bz2", ".xz", ".zst", ".zip"}))
        return fmt::format("\"{}\" is compressed ({}), which is not read: unpack it first",
                           file.path, end);
    if (one_of(end, {".gro", ".pdb", ".cif", ".xtc", ".trr", ".dcd", ".gsd", ".mol2", ".lammpstrj",
                     ".dump", ".vasp"}))
        return fmt::format("\"{}\": files {} are not read; convert it to extended XYZ (.extxyz) or "
                           "to a data file of LAMMPS (.data), as with ASE, MDAnalysis or OVITO",
                           file.path, end);
    return fmt::format(
        "cannot tell the format of \"{}\" from its name; set system.file.format to {}", file.path,
        format_names());
}

} // namespace mdsim
