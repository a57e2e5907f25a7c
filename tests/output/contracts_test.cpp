// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "output/block_gather.hpp"
#include "output/block_write.hpp"
#include "output/checkpoint_cases.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/compare_files.hpp"
#include "output/csv_table.hpp"
#include "output/durable_file.hpp"
#include "output/extxyz_writer.hpp"
#include "output/hdf5_metadata.hpp"
#include "output/hdf5_objects.hpp"
#include "output/lammps_dump_writer.hpp"
#include "output/number_table.hpp"
#include "output/numbers_of.hpp"
#include "output/row_writer.hpp"
#include "output/series_file.hpp"
#include "output/series_sums.hpp"
#include "output/sums_log.hpp"
#include "output/text_file.hpp"
#include "output/untrusted_file.hpp"
#include "output/writer_thread.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

const std::vector<double> three_numbers{1, 2, 3};

BlockArray three_rows() { return block_array(std::span<const double>(three_numbers)); }

} // namespace

TEST_CASE("columns of a table have equal length", "[contract]") {
    NumberTable table;
    table.columns = {{"a", "", {1, 2}}, {"b", "", {1}}};
    CHECK_THROWS_WITH(write_csv("never_written.csv", table),
                      ContainsSubstring("column.values.size() == lines"));
}

TEST_CASE("pieces hold whole elements", "[contract]") {
    const std::array<std::byte, 5> bytes{};
    const auto nowhere = [](std::int64_t, std::span<const std::byte>) {};
    CHECK_THROWS_WITH(cut_into_pieces(0, bytes, 4, nowhere),
                      ContainsSubstring("bytes.size() % element_size == 0"));
}

TEST_CASE("an array has a row for each id of its block", "[contract]") {
    SingleRank alone;
    CHECK_THROWS_WITH(h5::write_array(h5::File(), {}, {0, 2}, three_rows(), alone),
                      ContainsSubstring("array.rows() == block.size()"));
}

TEST_CASE("a row has a number for each column", "[contract]") {
    const TempDir dir;
    RowSetup setup;
    setup.csv_path = dir.file("thermo.csv");
    setup.run_id = "run-of-this-test";
    setup.columns = {{"temperature", "K"}, {"pressure", "bar"}};
    RowWriter writer = RowWriter::create(setup);
    CHECK_THROWS_WITH(writer.append(0, 0, three_numbers),
                      ContainsSubstring("values.size() == columns_"));
}

TEST_CASE("rows that are added together have a number in each series", "[contract]") {
    const TempDir dir;
    SingleRank alone;
    SeriesFile file = SeriesFile::create(
        {dir.file("thermo.h5"),
         "run-of-this-test",
         "/step",
         "/time",
         {{"/t", ElementType::float64, {}}},
         {}},
        [](const h5::File&) {}, alone);
    CHECK_THROWS_WITH(file.append_rows({{0}, {0}, {}}),
                      ContainsSubstring("rows.series.size() == setup_.series.size()"));
    CHECK_THROWS_WITH(file.append_rows({{0, 1}, {0, 1}, {{1}}}),
                      ContainsSubstring("numbers.size() == rows.steps.size()"));
}

TEST_CASE("a frame has all observables", "[contract]") {
    const TempDir dir;
    const Sample sample{3};
    SingleRank alone;
    H5mdWriter writer = sample.create(dir.file("trajectory.h5md"), alone);
    const std::vector<Vec3<float>> vectors(3);
    const std::vector<Vec3<std::int32_t>> images(3);
    H5mdFrame frame;
    frame.edges = sample.edges(0);
    frame.block = {0, 3};
    frame.position = frame.velocity = frame.force = vectors;
    frame.image = images;
    frame.observables = three_numbers;
    CHECK_THROWS_WITH(writer.append(frame),
                      ContainsSubstring("frame.observables.size() == observables_"));
}

#ifndef NDEBUG
TEST_CASE("jobs can be done, and checkpoints have an age", "[contract]") {
    WriterThread writer(WriterThread::Mode::synchronous);
    CHECK_THROWS_WITH(writer.submit(nullptr), ContainsSubstring("job != nullptr"));
    CHECK_THROWS_WITH(checkpoint_path("out", -1), ContainsSubstring("age >= 0"));
    SingleRank alone;
    CHECK_THROWS_WITH(CheckpointWriter("out", -1, alone), ContainsSubstring("keep_older >= 0"));
}

TEST_CASE("a checkpoint holds a block of its atoms", "[contract]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 0, alone);
    const CheckpointCase written(7, alone, 5);
    CheckpointContent content = written.content();
    content.info.step = -1;
    CHECK_THROWS_WITH(writer.write(content), ContainsSubstring("content.info.step >= 0"));
    content = written.content();
    content.info.atoms = 4;
    CHECK_THROWS_WITH(writer.write(content),
                      ContainsSubstring("content.block.last <= content.info.atoms"));
    content = written.content();
    content.block.last = 4;
    CHECK_THROWS_WITH(writer.write(content), ContainsSubstring("holds_block"));
    writer.write(written.content());
    const CheckpointReader reader(dir.file("checkpoint.h5"));
    std::vector<std::int64_t> word(6);
    CHECK_THROWS_WITH(reader.read_array("word", {0, 6}, 1, std::span(word)),
                      ContainsSubstring("block.last <= info_.atoms"));
}

TEST_CASE("a seal has its place in a file that is open", "[contract]") {
    const TempDir dir;
    PosixFile file(dir.file("empty"), FileMode::create);
    CHECK_THROWS_WITH(seal_checkpoint(file, -1), ContainsSubstring("step >= 0"));
    CHECK_THROWS_WITH(seal_checkpoint(file, 0),
                      ContainsSubstring("head.bytes >= checkpoint_head_bytes"));
    CHECK_THROWS_WITH(h5::chunks_from(file, 0, -1), ContainsSubstring("first_row >= 0"));
    file.close();
    CHECK_THROWS_WITH(file.size(), ContainsSubstring("descriptor_ >= 0"));
    CHECK_THROWS_WITH(file.sync(), ContainsSubstring("descriptor_ >= 0"));
    CHECK_THROWS_WITH(replace_file("a/file", "b/file"),
                      ContainsSubstring("folder_of(from) == folder_of(to)"));
}

TEST_CASE("what is written to HDF5 fits its place", "[contract]") {
    SingleRank alone;
    const h5::File none;
    CHECK_THROWS_WITH(h5::write_part(none, -1, {{0, 0}, {1}}, ElementType::float64, nullptr),
                      ContainsSubstring("part.start.size() == part.count.size()"));
    CHECK_THROWS_WITH(h5::write_array(none, {}, {0, 3}, three_rows(), alone),
                      ContainsSubstring("gather.rank() != 0"));
    BlockArray torn = three_rows();
    torn.columns = 2;
    CHECK_THROWS_WITH(torn.rows(), ContainsSubstring("bytes.size() % row_size() == 0"));
    CHECK_THROWS_WITH(h5::write_dataset(none, "/a", {2}, three_rows()),
                      ContainsSubstring("== values.bytes.size()"));
    CHECK_THROWS_WITH(h5::write_attribute(none, "/", "a", std::vector<std::string>()),
                      ContainsSubstring("!texts.empty()"));
    CHECK_THROWS_WITH(h5::File().flush(), ContainsSubstring("file_.open()"));
    CHECK_THROWS_WITH(h5::File::create("never_written.h5", 100),
                      ContainsSubstring("has_single_bit(user_block)"));
}

TEST_CASE("series have rows that can be kept as they ask for", "[contract]") {
    const h5::File none;
    CHECK_THROWS_WITH(h5::set_rows(none, -1, -1), ContainsSubstring("rows >= 0"));
    CHECK_THROWS_WITH(h5::make_series(none, {"/a", ElementType::float64, {}, true}),
                      ContainsSubstring("!spec.shape.empty()"));
    CHECK_THROWS_WITH(h5::make_series(none, {"/a", ElementType::int32, {3}, true, 2}),
                      ContainsSubstring("!is_rounded(spec)"));
}

TEST_CASE("numbers are asked for where they are", "[contract]") {
    const h5::Numbers one{ElementType::float64, {1}, std::vector<std::byte>(8)};
    const h5::Numbers other{ElementType::int64, {1}, std::vector<std::byte>(8)};
    CHECK_THROWS_WITH(one.at(1), ContainsSubstring("i < count()"));
    CHECK_THROWS_WITH(one.has_bits_of(other, 0), ContainsSubstring("type == other.type"));
    Comparison comparison;
    CHECK_THROWS_WITH(leave_out_others({"b", "a"}, {"a"}, comparison),
                      ContainsSubstring("std::is_sorted(first.begin()"));
    const TempDir dir;
    const h5::Lock lock;
    h5::File written = h5::File::create(dir.file("a.h5"));
    h5::write_dataset(written, "/a", {3}, three_rows());
    written.close();
    const h5::UntrustedFile file(dir.file("a.h5"));
    CHECK_THROWS_WITH(file.expect_readable("/a", file.dataset("/a"), {}, {3}),
                      ContainsSubstring("start.size() == count.size()"));
}

TEST_CASE("lists of checksums name pieces, and go on behind a commit", "[contract]") {
    const TempDir dir;
    const std::string path = dir.file("a.sums");
    SumsLog log(path, "run");
    CHECK_THROWS_WITH(log.add({SumKind::rows, 0, 8, 0, 0, 0, "a"}),
                      ContainsSubstring("record.rows > 0"));
    CHECK_THROWS_WITH(log.add({SumKind::whole, 0, 8, 0, 0, 0, "a b"}),
                      ContainsSubstring("record.where.find_first_of"));
    CHECK_THROWS_WITH(log.cut(-1), ContainsSubstring("rows >= 0"));
    CHECK_THROWS_WITH(log.commit(-1, 0), ContainsSubstring("rows >= 0"));
    log.flush();
    CHECK_THROWS_WITH(SumsContent::read(path)->state(0), ContainsSubstring("commit < commits()"));
    CHECK_THROWS_WITH(SumsLog(path, SumsState()), ContainsSubstring("state.end > 0"));
    SeriesSums sums(dir.file("b"), "run");
    CHECK_THROWS_WITH(sums.commit(0), ContainsSubstring("!series_.empty()"));
}

TEST_CASE("the steps of a table rise below one line of names", "[contract]") {
    const TempDir dir;
    CHECK_THROWS_WITH(CsvTable(dir.file("a.csv"), "run", "step\ntime"),
                      ContainsSubstring("header.find("));
    CsvTable table(dir.file("b.csv"), "run", "step,time");
    table.append(5, 0, {});
    CHECK_THROWS_WITH(table.append(5, 0, {}), ContainsSubstring("step > last_step_"));
}

TEST_CASE("a frame of text has all atoms, moved out of the box once", "[contract]") {
    const TempDir dir;
    const std::vector<std::string> species{"Ar"};
    const std::vector<TypeId> types{0, 0};
    const std::vector<Vec3<double>> places(2);
    const std::vector<Vec3<std::int32_t>> images(2);
    TextFile file(dir.file("text"));
    TextFrame frame{};
    frame.species = species;
    frame.type = types;
    frame.position = places;
    frame.velocity = std::span(places).first(1);
    CHECK_THROWS_WITH(write_extxyz(file, frame), ContainsSubstring("frame.has_entry_an_atom()"));
    CHECK_THROWS_WITH(write_lammps_dump(file, frame),
                      ContainsSubstring("frame.has_entry_an_atom()"));
    frame.velocity = {};
    frame.image = images;
    frame.unwrapped = true;
    CHECK_THROWS_WITH(write_lammps_dump(file, frame), ContainsSubstring("frame.image.empty()"));
    file.finish();
    CHECK_THROWS_WITH(file.print("{}", 1), ContainsSubstring("file_.has_value()"));
    CHECK_THROWS_WITH(file.finish(), ContainsSubstring("file_.has_value()"));
}

TEST_CASE("a trajectory begins with the properties of a block of its atoms", "[contract]") {
    const Sample sample{3};
    const H5mdSetup setup = sample.setup("never_written.h5md");
    SingleRank alone;
    const std::vector<std::int32_t> species(3, 0);
    const std::vector<double> two(2, 1.0);
    const auto create = [&](const H5mdAtoms& atoms) { H5mdWriter::create(setup, atoms, alone); };
    CHECK_THROWS_WITH(create({{0, 4}, species, three_numbers, three_numbers}),
                      ContainsSubstring("atoms.block.last <= setup.atoms"));
    CHECK_THROWS_WITH(create({{0, 2}, species, three_numbers, three_numbers}),
                      ContainsSubstring("atoms.block.size()"));
    CHECK_THROWS_WITH(create({{0, 3}, species, two, three_numbers}),
                      ContainsSubstring("atoms.mass.size() == atoms.species.size()"));
    CHECK_THROWS_WITH(create({{0, 3}, species, three_numbers, two}),
                      ContainsSubstring("atoms.charge.size() == atoms.species.size()"));
}

TEST_CASE("frames are whole, in a box, and end with the trajectory", "[contract]") {
    const TempDir dir;
    const Sample sample{3};
    SingleRank alone;
    H5mdWriter writer = sample.create(dir.file("trajectory.h5md"), alone);
    sample.append(writer, 1, alone);
    CHECK_THROWS_WITH(sample.append(writer, 1, alone), ContainsSubstring("step > last_step_"));
    const std::vector<Vec3<float>> vectors(3);
    H5mdFrame frame;
    frame.block = {0, 3};
    CHECK_THROWS_WITH(writer.append(frame), ContainsSubstring("frame.edges.xx > 0"));
    frame.edges = sample.edges(2);
    CHECK_THROWS_WITH(writer.append(frame), ContainsSubstring("frame.block.size()"));
    frame.position = vectors;
    CHECK_THROWS_WITH(writer.append(frame), ContainsSubstring("frame.velocity.size()"));
    frame.velocity = vectors;
    CHECK_THROWS_WITH(writer.append(frame), ContainsSubstring("frame.force.size()"));
    frame.force = vectors;
    CHECK_THROWS_WITH(writer.append(frame), ContainsSubstring("frame.image.size()"));
    writer.finish();
    CHECK_THROWS_WITH(sample.append(writer, 2, alone), ContainsSubstring("file_.open()"));
    CHECK_THROWS_WITH(writer.commit(), ContainsSubstring("file_.open()"));
}

TEST_CASE("a row begins before its values, which are of the kind of their series", "[contract]") {
    const TempDir dir;
    SingleRank alone;
    SeriesFileSetup setup;
    setup.path = dir.file("series.h5");
    setup.run_id = "run-of-this-test";
    setup.step_path = "/observables/step";
    setup.time_path = "/observables/time";
    setup.series.push_back({"/observables/value", ElementType::float64, {}});
    const auto nothing_more = [](const h5::File&) {};
    SeriesFile file = SeriesFile::create(setup, nothing_more, alone);
    CHECK_THROWS_WITH(file.write_values(0, std::span(three_numbers).first(1)),
                      ContainsSubstring("rows_ > 0"));
    CHECK_THROWS_WITH(file.write_fixed("/mass", {0, 3}, three_rows()),
                      ContainsSubstring("setup_.arrays.begin()"));
    file.begin_row(0, 0);
    CHECK_THROWS_WITH(file.write_values(0, three_numbers),
                      ContainsSubstring("values.size() == numbers"));
    CHECK_THROWS_WITH(file.write_atoms(0, {0, 3}, three_rows()),
                      ContainsSubstring("setup_.series.at(series).per_atom"));
}
#endif
