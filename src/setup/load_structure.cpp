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
StructureSource source_of(const SystemSections& sections, const InputText& input) {
    const FileSettings& file = *sections.system.file;
    return {input.resolve(file.path).string(), file.frame,
            sections.conversions().to_internal(Dimension::mass, 1), sections.units.system};
}

const StructureReader& reader_of(const SystemSettings& system) {
    const StructureReader* reader = reader_of(*system.file);
    MDSIM_REQUIRE(reader != nullptr);
    return *reader;
}

Structure read_file(const SystemSections& sections, const InputText& input, const IdBlock& block,
                    std::vector<Diagnostic>& warnings) {
    const StructureReader& reader = reader_of(sections.system);
    Structure structure = reader.read(source_of(sections, input), block, warnings);
    name_file_types(sections.system.file->types,
                    reader.states_all_types ? FileTypes::all : FileTypes::of_the_frame,
                    structure.species, warnings);
    return structure;
}

/// What a call returns, or its InputError with the lines of the input that it is about.
template <class Call> auto with_lines(const InputText& input, Call call) {
    try {
        return call();
    } catch (const InputError& error) {
        throw InputError(with_places(input, error.errors()));
    }
}

} // namespace

std::int64_t count_atoms(const SystemSections& sections, const InputText& input) {
    if (!sections.system.file) return with_lines(input, [&] { return start_count(sections); });
    return reader_of(sections.system).count(source_of(sections, input));
}

Structure load_structure(const SystemSections& sections, const InputText& input, std::uint64_t seed,
                         const Communicator& comm, std::vector<Diagnostic>& warnings) {
    const IdBlock block = IdBlock::of(count_atoms(sections, input), comm.rank(), comm.size());
    if (sections.system.file) return read_file(sections, input, block, warnings);
    return with_lines(input, [&] { return make_start(sections, seed, block); });
}

} // namespace mdsim
