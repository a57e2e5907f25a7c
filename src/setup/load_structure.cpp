// SPDX-License-Identifier: BSD-3-Clause
#include "setup/load_structure.hpp"

#include <string>

#include "config/built_in_start.hpp"
#include "config/key_places.hpp"
#include "config/structure_format.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "setup/name_file_types.hpp"

namespace mdsim {

namespace {

/// The file that the input names, whose format has been found.
StructureSource source_of(const Config& config) {
    const FileSettings& file = *config.system.file;
    return {config.resolve(file.path).string(), file.frame,
            config.conversions().to_internal(Dimension::mass, 1), config.units.system};
}

const StructureReader& reader_of(const Config& config) {
    const StructureReader* reader = reader_of(*config.system.file);
    MDSIM_REQUIRE(reader != nullptr);
    return *reader;
}

Structure read_file(const Config& config, const IdBlock& block, std::vector<Diagnostic>& warnings) {
    const StructureReader& reader = reader_of(config);
    Structure structure = reader.read(source_of(config), block, warnings);
    name_file_types(config.system.file->types,
                    reader.states_all_types ? FileTypes::all : FileTypes::of_the_frame,
                    structure.species, warnings);
    return structure;
}

} // namespace

std::int64_t count_atoms(const Config& config) {
    if (!config.system.file) return start_count(config);
    return reader_of(config).count(source_of(config));
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
