// SPDX-License-Identifier: BSD-3-Clause
#include "setup/load_structure.hpp"

#include <string>

#include "config/built_in_start.hpp"
#include "config/key_places.hpp"
#include "config/structure_format.hpp"
#include "core/error.hpp"
#include "input/structure/extxyz.hpp"
#include "input/structure/h5md.hpp"
#include "input/structure/lammps_data.hpp"
#include "setup/name_file_types.hpp"

namespace mdsim {

namespace {

std::int64_t count_in_file(const FileSettings& file, const std::string& path) {
    switch (format_of(file).value()) {
    case StructureFormat::lammps_data:
        return lammps_data_count(path);
    case StructureFormat::extxyz:
        return extxyz_count(path, file.frame);
    default:
        return h5md_count(path, {file.frame, 1, {}, {}});
    }
}

Structure read_file(const Config& config, const IdBlock& block, std::vector<Diagnostic>& warnings) {
    const FileSettings& file = *config.system.file;
    const std::string path = config.resolve(file.path).string();
    const UnitSystem units = config.units.system;
    const double mass = config.conversions().to_internal(Dimension::mass, 1);
    Structure structure;
    switch (format_of(file).value()) {
    case StructureFormat::lammps_data:
        structure = read_lammps_data(path, {AtomStyle::from_file, mass, units}, block, &warnings);
        break;
    case StructureFormat::extxyz:
        structure = read_extxyz(path, {file.frame, mass, units}, block, &warnings);
        break;
    default:
        structure = read_h5md(path, {file.frame, mass, {}, units}, block, &warnings);
        break;
    }
    const bool told = format_of(file) == StructureFormat::lammps_data;
    name_file_types(file.types, told ? FileTypes::all : FileTypes::of_the_frame, structure.species,
                    warnings);
    return structure;
}

} // namespace

std::int64_t count_atoms(const Config& config) {
    if (!config.system.file) return start_count(config);
    return count_in_file(*config.system.file, config.resolve(config.system.file->path).string());
}

Structure load_structure(const Config& config, const Communicator& comm,
                         std::vector<Diagnostic>& warnings) {
    const IdBlock block = IdBlock::of(count_atoms(config), comm.rank(), comm.size());
    if (config.system.file) return read_file(config, block, warnings);
    try {
        return make_start(config, block);
    } catch (const InputError& error) {
        throw InputError(with_places(config, error.errors()));
    }
}

} // namespace mdsim
