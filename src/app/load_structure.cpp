// SPDX-License-Identifier: BSD-3-Clause
#include "app/load_structure.hpp"

#include <algorithm>
#include <string>

#include "app/name_file_types.hpp"
#include "app/structure_format.hpp"
#include "core/cube_root.hpp"
#include "core/error.hpp"
#include "input/structure/extxyz.hpp"
#include "input/structure/h5md.hpp"
#include "input/structure/lammps_data.hpp"
#include "input/structure/lattice.hpp"
#include "input/structure/random_fill.hpp"

namespace mdsim {

namespace {

/// The species of the input, in the form that structures carry.
std::vector<Species> declared_species(const Config& config) {
    std::vector<Species> species;
    for (const SpeciesSettings& s : config.species)
        species.push_back({s.name, s.mass.value_or(0), s.charge.value_or(0)});
    return species;
}

TypeId type_named(const Config& config, const std::string& name) {
    const auto found = std::find_if(config.species.begin(), config.species.end(),
                                    [&name](const SpeciesSettings& s) { return s.name == name; });
    if (found == config.species.end())
        throw InputError("system", "there is no species \"" + name +
                                       "\"; every name used here needs an entry [[species]]");
    return static_cast<TypeId>(found - config.species.begin());
}

LatticeSpec lattice_spec(const Config& config) {
    const LatticeSettings& settings = *config.system.lattice;
    LatticeSpec spec;
    spec.lattice = settings.type;
    spec.density = settings.density.value_or(0);
    spec.constant = settings.constant.value_or(0);
    for (std::size_t d = 0; d < 3; ++d) spec.cells[d] = settings.cells[d];
    spec.species = declared_species(config);
    for (const std::string& name : settings.species) spec.basis.push_back(type_named(config, name));
    if (spec.basis.empty()) spec.basis.push_back(0);
    spec.perturbation = settings.displacement;
    spec.seed = static_cast<std::uint64_t>(config.run.seed);
    return spec;
}

RandomSpec random_spec(const Config& config) {
    const RandomSettings& settings = *config.system.random;
    RandomSpec spec;
    spec.species = declared_species(config);
    spec.counts.assign(spec.species.size(), 0);
    std::int64_t total = 0;
    for (const auto& [name, count] : settings.counts) {
        spec.counts[type_named(config, name)] = count;
        total += count;
    }
    if (settings.density) {
        const double edge = cube_root(static_cast<double>(total) / *settings.density);
        spec.box.edges = {edge, 0, edge, 0, 0, edge};
    } else if (config.box.edges) {
        const Vec3<double>& e = *config.box.edges;
        const Vec3<double>& t = config.box.tilt;
        spec.box.edges = {e.x, t.x, e.y, t.y, t.z, e.z};
    }
    spec.box.periodic = config.box.periodic.value_or(std::array<bool, 3>{true, true, true});
    spec.min_distance = settings.min_distance;
    spec.seed = static_cast<std::uint64_t>(config.run.seed);
    return spec;
}

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

Structure read_file(const Config& config, const IdBlock& block, std::vector<Fault>& notes) {
    const FileSettings& file = *config.system.file;
    const std::string path = config.resolve(file.path).string();
    const UnitSystem units = config.units.system;
    const double mass = config.conversions().to_internal(Dimension::mass, 1);
    Structure structure;
    switch (format_of(file).value()) {
    case StructureFormat::lammps_data:
        structure = read_lammps_data(path, {AtomStyle::from_file, mass, units}, block, &notes);
        break;
    case StructureFormat::extxyz:
        structure = read_extxyz(path, {file.frame, mass, units}, block, &notes);
        break;
    default:
        structure = read_h5md(path, {file.frame, mass, {}, units}, block, &notes);
        break;
    }
    const bool told = format_of(file) == StructureFormat::lammps_data;
    name_file_types(file.types, told ? FileTypes::all : FileTypes::of_the_frame, structure.species,
                    notes);
    return structure;
}

} // namespace

std::int64_t count_atoms(const Config& config) {
    if (config.system.lattice) return lattice_count(lattice_spec(config));
    if (config.system.random) return random_count(random_spec(config));
    return count_in_file(*config.system.file, config.resolve(config.system.file->path).string());
}

Structure load_structure(const Config& config, const Communicator& comm,
                         std::vector<Fault>& notes) {
    const IdBlock block = IdBlock::of(count_atoms(config), comm.rank(), comm.size());
    if (config.system.lattice) return make_lattice(lattice_spec(config), block);
    if (config.system.random) return make_random(random_spec(config), block);
    return read_file(config, block, notes);
}

} // namespace mdsim
