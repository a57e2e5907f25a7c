// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; most of them stand in debug builds.
#include <filesystem>

#include "setup/given_by_files.hpp"
#include "setup/image_counts.hpp"
#include "setup/list_length.hpp"
#include "setup/make_simulation.hpp"
#include "setup/measured_system.hpp"
#include "setup/nearest_pairs.hpp"
#include "setup/pair_scales.hpp"
#include "setup/resolve_species.hpp"
#include "setup/start_motion.hpp"
#include "setup/system_parts.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

ForceField one_species() {
    return ForceField(
        {{"A"}, {{"", 0, 0, PairInteraction{LennardJonesParams{1, 1}, 2.5}}}, {}, {}, false});
}

} // namespace

TEST_CASE("lists are as long as the species of the forces make them", "[contract]") {
    CHECK_THROWS_WITH(mean_list_length(one_species(), {2, {1, 1}, {0, 0, 0, 0}}, {}),
                      ContainsSubstring("types == field.types()"));
}

#ifndef NDEBUG
namespace {

/// Two atoms in a box.
Structure two_atoms() {
    Structure structure;
    structure.box.edges = {10, 0, 10, 0, 0, 10};
    structure.total = 2;
    structure.id = {0, 1};
    structure.type = {0, 0};
    structure.position = {{1, 1, 1}, {2, 1, 1}};
    return structure;
}

SystemParts liquid() {
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs/lj_liquid.toml";
    return assemble_system(read_config(file, {"run.device=cpu", "system.lattice.cells=[5,5,5]"}),
                           alone(), Processor{});
}

} // namespace

TEST_CASE("the arrays of a structure belong together", "[contract]") {
    Structure structure = two_atoms();
    structure.position.pop_back();
    CHECK_THROWS_WITH(make_records<MixedPrecision>(structure),
                      ContainsSubstring("structure.position.size()"));
    CHECK_THROWS_WITH(check_image_counts(true, structure),
                      ContainsSubstring("structure.position.size()"));
    structure = two_atoms();
    structure.image = {{0, 0, 1}};
    CHECK_THROWS_WITH(check_image_counts(true, structure),
                      ContainsSubstring("structure.image.size()"));
    structure.velocity = {{1, 0, 0}};
    CHECK_THROWS_WITH(motion_of(structure, {{"A", 1, 0}}, alone()),
                      ContainsSubstring("structure.velocity.size()"));
}

TEST_CASE("densities are those of a volume", "[contract]") {
    CHECK_THROWS_WITH(reduced_density({}, {1}, 0), ContainsSubstring("volume > 0"));
    const Units units(UnitSystem::real);
    const std::vector<Species> species(2), one(1);
    const std::vector<std::int64_t> count{1};
    const MeasuredSystem system{units, &species, &count, {}, 1.0, true, 0};
    CHECK_THROWS_WITH(mass_density(units, system), ContainsSubstring("system.species->size()"));
    const MeasuredSystem flat{units, &one, &count, {}, 0.0, true, 0};
    CHECK_THROWS_WITH(mass_density(units, flat), ContainsSubstring("system.volume > 0"));
    CHECK_THROWS_WITH(flat.number_density(), ContainsSubstring("volume > 0"));
}

TEST_CASE("a pair is one of the types that are counted", "[contract]") {
    PairScale scale;
    scale.b = 1;
    CHECK_THROWS_WITH(reduced_density({scale}, {1}, 1),
                      ContainsSubstring("s.b < count_of_type.size()"));
    const NearestPairs found{1, std::vector<AtomPair>(1), {0}};
    CHECK_THROWS_WITH(found.of(0, 1), ContainsSubstring("b < types"));
    CHECK_THROWS_WITH(mean_list_length(one_species(), {1, {1}, {}}, {}),
                      ContainsSubstring("local.density.size()"));
}

TEST_CASE("local densities are those of typed atoms within a range", "[contract]") {
    Structure structure = two_atoms();
    CHECK_THROWS_WITH(local_density(structure, 1, 0, alone()), ContainsSubstring("range > 0"));
    structure.type = {0, 3};
    CHECK_THROWS_WITH(local_density(structure, 1, 2, alone()), ContainsSubstring("place < types"));
    structure.type = {0};
    CHECK_THROWS_WITH(local_density(structure, 1, 2, alone()),
                      ContainsSubstring("structure.type.size()"));
}

TEST_CASE("near pairs are looked for by types and within a range", "[contract]") {
    Structure structure = two_atoms();
    CHECK_THROWS_WITH(find_nearest_pairs(structure, 2, 1, {0}, alone()),
                      ContainsSubstring("limits.size() == types * types"));
    CHECK_THROWS_WITH(find_nearest_pairs(structure, 1, 0, {0}, alone()),
                      ContainsSubstring("range > 0"));
    structure.id.clear();
    CHECK_THROWS_WITH(find_nearest_pairs(structure, 1, 1, {0}, alone()),
                      ContainsSubstring("structure.id.size()"));
}

TEST_CASE("each atom is of a species of its structure", "[contract]") {
    Structure structure = two_atoms();
    structure.species = {{"A", 1, 0}};
    structure.type = {0, 1};
    std::vector<Diagnostic> errors;
    CHECK_THROWS_WITH(resolve_species(Config(), structure, errors),
                      ContainsSubstring("t < type_of.size()"));
}

TEST_CASE("a system counts the atoms of each of its species", "[contract]") {
    SystemParts parts = liquid();
    parts.count_of_type.clear();
    CHECK_THROWS_WITH(measured(parts), ContainsSubstring("parts.count_of_type.size()"));
    CHECK_THROWS_WITH(make_setup(parts), ContainsSubstring("parts.count_of_type.size()"));
    CHECK_THROWS_WITH(given_by_files({}, parts), ContainsSubstring("parts.count_of_type.size()"));
    CHECK_THROWS_WITH(errors_of_rank_grid({}, 0), ContainsSubstring("ranks > 0"));
}
#endif
