// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include <tuple>

#include "h5md_sample.hpp"
#include "input/collect_rows.hpp"
#include "input/error_list.hpp"
#include "input/structure/apportion.hpp"
#include "input/structure/cell_frame.hpp"
#include "input/structure/chunk_cache.hpp"
#include "input/structure/extxyz_pairs.hpp"
#include "input/structure/extxyz_rows.hpp"
#include "input/structure/h5md_rows.hpp"
#include "input/structure/h5md_trajectory.hpp"
#include "input/structure/hdf5_reader.hpp"
#include "input/structure/hdf5_text_type.hpp"
#include "input/structure/id_ranks.hpp"
#include "input/structure/insertion_grid.hpp"
#include "input/structure/lammps_atoms.hpp"
#include "input/structure/lammps_header.hpp"
#include "input/structure/lattice_cell.hpp"
#include "input/structure/occupation.hpp"
#include "input/structure/oriented_cell.hpp"
#include "input/structure/random_fill.hpp"
#include "input/structure/shuffle.hpp"
#include "input/structure/unit_advice.hpp"
#include "input/toml_parse.hpp"
#include "input/value_reader.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("only numbers that no two atoms share become labels", "[contract]") {
    CHECK_THROWS_WITH(source::IdRanks({3, 3}).labels({0, 2}), ContainsSubstring("unique_"));
    CHECK_THROWS_WITH(source::IdRanks({3, 4}).labels({0, 3}),
                      ContainsSubstring("block.last <= count_"));
}

TEST_CASE("a frame is one of the trajectory, and a cache is one of chunks", "[contract]") {
    test::Hdf5Sample sample;
    test::write_trajectory(sample);
    const H5mdTrajectory trajectory(sample.flushed());
    CHECK_THROWS_WITH(trajectory.read(3), ContainsSubstring("frame < frames()"));
    CHECK_THROWS_WITH(trajectory.read(-1), ContainsSubstring("0 <= frame"));
    CHECK_THROWS_WITH(source::chunk_cache({}), ContainsSubstring("!layout.chunk.empty()"));
}

TEST_CASE("the cell of a lattice is made of directions and species that go together",
          "[contract]") {
    OrientedCrystal crystal{Lattice::sc, {0}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}};
    CHECK_THROWS_WITH(oriented_cell(crystal), ContainsSubstring("orientation_faults"));
    crystal.orientation = {{{401, 199, 0}, {-199, 401, 0}, {0, 0, 1}}};
    CHECK_THROWS_WITH(oriented_cell(crystal), ContainsSubstring("most_oriented_sites"));
    LatticeSpec spec;
    spec.basis = {0, 1, 2};
    CHECK_THROWS_WITH(lattice_cell(spec), ContainsSubstring("is_basis"));
}

TEST_CASE("a lattice has more sites than vacancies", "[contract]") {
    const source::Sublattice one{{{0, 1}}, 4};
    CHECK_THROWS_WITH(source::Occupation({one}, 4, 1), ContainsSubstring("vacancies < sites"));
    CHECK_THROWS_WITH(source::Occupation({one}, -1, 1), ContainsSubstring("0 <= vacancies"));
}

#ifndef NDEBUG
TEST_CASE("what is drawn is there, and parts are of something", "[contract]") {
    CHECK_THROWS_WITH(source::Shuffle(0, 1, 0), ContainsSubstring("1 <= count"));
    CHECK_THROWS_WITH(source::Shuffle(5, 1, 0).place(5), ContainsSubstring("number < count_"));
    CHECK_THROWS_WITH(source::apportion(3, {0, 0}), ContainsSubstring("sum > 0"));
    const source::Occupation held({{{{0, 1}}, 4}}, 0, 1);
    CHECK_THROWS_WITH(held.at(1, 0), ContainsSubstring("sublattice < draws_.size()"));
    CHECK_THROWS_WITH(held.at(0, 4), ContainsSubstring("number < draws.ends.back()"));
}

namespace {

/// Two keys of one name.
struct Twice {
    int first = 0;
    int second = 0;

    static constexpr auto fields() {
        return std::make_tuple(
            field("count", &Twice::first, Dimension::none, at_least(0), "a count"),
            field("count", &Twice::second, Dimension::none, at_least(0), "another"));
    }
};

/// A key that no number fits.
struct Impossible {
    int count = 0;

    static constexpr auto fields() {
        return std::make_tuple(
            field("count", &Impossible::count, Dimension::none, between(2, 1), "a count"));
    }
};

} // namespace

TEST_CASE("keys have names of their own, and values that are allowed", "[contract]") {
    CHECK_THROWS_WITH(collect_rows<Twice>(), ContainsSubstring("has_distinct_names(rows)"));
    CHECK_THROWS_WITH(collect_rows<Impossible>(), ContainsSubstring("range.low"));
    CHECK_THROWS_WITH(range_text(between(2, 1)), ContainsSubstring("range.low <= range.high"));
}

TEST_CASE("keys are put into tables, under names", "[contract]") {
    ErrorList errors;
    TomlValue number{1.5, {}};
    TomlValue table{TomlTable{}, {}};
    CHECK_THROWS_WITH(apply_override(number, "a.b=1", errors), ContainsSubstring("root.table()"));
    CHECK_THROWS_WITH(number.put("a", table), ContainsSubstring("table() != nullptr"));
    CHECK_THROWS_WITH(table.put("", number), ContainsSubstring("!key.empty()"));
}

TEST_CASE("readers of rows begin with what is known of the file", "[contract]") {
    source::Findings findings("x");
    Structure structure;
    CHECK_THROWS_WITH(source::read_xyz_rows("", 3, {}, {}, structure, findings),
                      ContainsSubstring("header.columns.species >= 0"));
    CHECK_THROWS_WITH(source::read_lammps_atoms({}, AtomStyle::atomic, {}, structure, findings),
                      ContainsSubstring("Atoms"));
    source::LammpsLayout layout;
    layout.sections.push_back({"Atoms", "", "", 1});
    layout.atoms = 2;
    CHECK_THROWS_WITH(source::read_lammps_atoms(layout, AtomStyle::atomic, {}, structure, findings),
                      ContainsSubstring("structure.total == layout.atoms"));
    CHECK_THROWS_WITH(source::LammpsHeader().read(0, "2 atoms", findings),
                      ContainsSubstring("line > 0"));
    CHECK_THROWS_WITH(source::LineReader("", 0), ContainsSubstring("first_line > 0"));
    CHECK_THROWS_WITH(source::xyz_value({}, "latice"), ContainsSubstring("used.end()"));
}

TEST_CASE("rows of a frame and their ids are as many", "[contract]") {
    CHECK_THROWS_WITH(source::H5mdRows(3, {}, {0, 4}), ContainsSubstring("block.last <= rows"));
    CHECK_THROWS_WITH(source::H5mdRows(3, {1, 0}, {0, 3}), ContainsSubstring("ids_.size()"));
    CHECK_THROWS_WITH(source::IdRanks({3, 4}).repeated(), ContainsSubstring("!unique_"));
    CHECK_THROWS_WITH(source::texts_of_cells({'a', 'b', 'c'}, 2), ContainsSubstring("% width"));
}

TEST_CASE("what is said of edges and units is new", "[contract]") {
    std::string fault = "an earlier one";
    CHECK_THROWS_WITH(source::cell_frame({}, fault), ContainsSubstring("fault.empty()"));
    CHECK_THROWS_WITH(source::unit_advice(UnitSystem::real, UnitSystem::real),
                      ContainsSubstring("file != input"));
    RandomSpec spec;
    spec.first_id = -1;
    CHECK_THROWS_WITH(make_random(spec, {0, 1}), ContainsSubstring("first_id >= 0"));
}

TEST_CASE("an error has words", "[contract]") {
    ErrorList errors;
    CHECK_THROWS_WITH(errors.add({nullptr, 0}, "", ""), ContainsSubstring("!message.empty()"));
    CHECK_THROWS_WITH(errors.add({nullptr, 3}, "x", ""), ContainsSubstring("place.source"));
}

TEST_CASE("a grid of atoms has a distance, and capacity for them", "[contract]") {
    const Box box{{4, 0, 4, 0, 0, 4}, {0, 0, 0}};
    CHECK_THROWS_WITH(source::InsertionGrid(box, 0, 5), ContainsSubstring("distance > 0"));
    CHECK_THROWS_WITH(source::InsertionGrid(box, 5, 5),
                      ContainsSubstring("heights[k] >= distance"));
    source::InsertionGrid grid(box, 1, 0);
    CHECK_THROWS_WITH(grid.is_free({0.5, 1, 0.5}), ContainsSubstring("is_wrapped"));
    CHECK_THROWS_WITH(grid.add({0.5, 0.5, 0.5}), ContainsSubstring("next_.capacity()"));
    CHECK_THROWS_WITH(source::hdf5_size({3, -1}), ContainsSubstring("n >= 0"));
}
#endif
