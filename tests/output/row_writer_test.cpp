// SPDX-License-Identifier: BSD-3-Clause
#include "output/row_writer.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <random>
#include <sstream>
#include <thread>

#include "core/error.hpp"
#include "output/hdf5_objects.hpp"
#include "output/output_support.hpp"
#include "output/series_dataset.hpp"
#include "output/undo_image.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

RowSetup setup_in(const TempDir& dir) {
    RowSetup setup;
    setup.csv_path = dir.file("thermo.csv");
    setup.hdf5_path = dir.file("thermo.h5");
    setup.run_id = "run-of-this-test";
    setup.time_unit = "ps";
    setup.columns = {{"temperature", "K"}, {"pressure", "bar"}, {"momentum_x", ""}};
    setup.provenance.version = "1.2.3";
    return setup;
}

std::array<double, 3> values_at(Step step) {
    const auto s = static_cast<double>(step);
    return {300.0 + std::sin(s), s * 0.1, -1.0 / (s + 1)};
}

void append(RowWriter& writer, Step step) {
    writer.append(step, 0.002 * static_cast<double>(step), values_at(step));
}

/// The rows of the text file and of the HDF5 file are those of steps 0, 5, 10 ...
std::string difference(const RowSetup& setup, std::int64_t rows) {
    std::istringstream text(read_file(setup.csv_path));
    std::string line;
    std::getline(text, line);
    if (line != "step,time [ps],temperature [K],pressure [bar],momentum_x")
        return "header: " + line;
    const h5::Lock lock;
    const h5::File file = h5::File::open_read(setup.hdf5_path);
    std::vector<std::vector<double>> stored;
    for (const char* name :
         {"step", "time", "temperature/value", "pressure/value", "momentum_x/value"}) {
        const h5::Handle dataset = h5::open_dataset(file, std::string("/observables/") + name);
        stored.emplace_back(h5::shape_of(file, dataset.id()).at(0));
        if (static_cast<std::int64_t>(stored.back().size()) != rows)
            return "rows in the HDF5 file: " + std::to_string(stored.back().size());
        H5Dread(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                stored.back().data());
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto values = values_at(5 * row);
        const std::array<double, 5> expected{static_cast<double>(5 * row),
                                             0.002 * static_cast<double>(5 * row), values[0],
                                             values[1], values[2]};
        for (std::size_t column = 0; column < 5; ++column) {
            std::getline(text, line, column == 4 ? '\n' : ',');
            if (std::stod(line) != expected[column] ||
                stored[column][static_cast<std::size_t>(row)] != expected[column])
                return "row " + std::to_string(row);
        }
    }
    return std::getline(text, line) ? "more rows: " + line : "";
}

void write_rows(RowWriter& writer, std::int64_t from, std::int64_t to) {
    for (std::int64_t row = from; row < to; ++row) append(writer, 5 * row);
}

/// How many rows another process would find in the HDF5 file.
std::int64_t shown_rows(const RowSetup& setup, const TempDir& dir) {
    const std::string copy = dir.file("copy.h5");
    const std::string bytes = read_file(setup.hdf5_path);
    write_atomically(copy, bytes_of(bytes), Durability::process);
    const h5::Lock lock;
    return h5::rows_of(h5::File::open_read(copy), "/observables/pressure/value");
}

/// A whole table of so many rows.
void write_table(const RowSetup& setup, std::int64_t rows) {
    RowWriter writer = RowWriter::create(setup);
    write_rows(writer, 0, rows);
    writer.finish();
}

} // namespace

TEST_CASE("thermodynamics are written twice, digit for digit", "[thermo]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    RowWriter writer = RowWriter::create(setup);
    write_rows(writer, 0, 40);
    writer.finish();
    CHECK(writer.rows() == 40);
    CHECK(difference(setup, 40).empty());
}

TEST_CASE("a row can be read as soon as it is written", "[thermo]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    RowWriter writer = RowWriter::create(setup);
    append(writer, 0);
    CHECK(read_file(setup.csv_path).find("\n0,0,300,0,-1\n") != std::string::npos);
}

TEST_CASE("rows in HDF5 can be read while others follow", "[thermo]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    RowWriter writer = RowWriter::create(setup);
    append(writer, 0);
    CHECK(shown_rows(setup, dir) == 1);
    const auto begin = std::chrono::steady_clock::now();
    std::int64_t rows = 1;
    while (shown_rows(setup, dir) == 1) append(writer, 5 * rows++);
    const auto waited = std::chrono::steady_clock::now() - begin;
    CHECK(waited > std::chrono::milliseconds(900)); // not with each row
    CHECK(waited < std::chrono::seconds(10));
    CHECK(shown_rows(setup, dir) == rows);
}

TEST_CASE("rows that come together are in HDF5 after a commit, and after a run that failed",
          "[thermo]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    const std::int64_t rows = GENERATE(2, 1023, 1024, 1025, 1026, 5000);
    {
        RowWriter writer = RowWriter::create(setup);
        write_rows(writer, 0, rows);
        writer.commit();
        CHECK(shown_rows(setup, dir) == rows);
        write_rows(writer, rows, rows + 10);
    }
    CHECK(difference(setup, rows + 10).empty());
}

TEST_CASE("rows written together make the same file as one by one", "[thermo]") {
    const TempDir dir;
    SingleRank alone;
    SeriesFileSetup setup{"", "run-of-this-test", "/observables/step", "/observables/time", {}, {}};
    for (const char* name : {"temperature", "pressure", "momentum_x"})
        setup.series.push_back(
            {std::string("/observables/") + name + "/value", ElementType::float64, {}});
    const auto create = [&](const std::string& path) {
        setup.path = path;
        return SeriesFile::create(
            setup, [](const h5::File&) {}, alone);
    };
    SeriesFile one_by_one = create(dir.file("one_by_one.h5"));
    SeriesFile together = create(dir.file("together.h5"));
    std::mt19937 random(7);
    for (Step step = 0; step < 150'000;) { // more chunks than a node of the index holds
        NumberRows rows{{}, {}, std::vector<std::vector<double>>(3)};
        for (auto n = 1 + random() % 1024; n > 0; --n, ++step) {
            const auto values = values_at(step);
            const double time = 0.002 * static_cast<double>(step);
            one_by_one.begin_row(step, time);
            rows.steps.push_back(step);
            rows.times.push_back(time);
            for (std::size_t i = 0; i < 3; ++i) {
                one_by_one.write_values(i, std::span(values).subspan(i, 1));
                rows.series[i].push_back(values[i]);
            }
        }
        together.append_rows(rows);
        if (random() % 10 != 0) continue;
        one_by_one.commit();
        together.commit();
    }
    one_by_one.finish();
    together.finish();
    CHECK(together.rows() == one_by_one.rows());
    CHECK(read_file(together.path()) == read_file(one_by_one.path()));
}

TEST_CASE("rows that were shown behind the last commit are written again", "[thermo][crash]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    const auto die = [&] {
        RowWriter writer = RowWriter::create(setup);
        write_rows(writer, 0, 1);
        writer.commit();
        std::this_thread::sleep_for(std::chrono::milliseconds(1100));
        write_rows(writer, 1, 2000); // shows row 1; others reach further chunks
        ::_exit(0);
    };
    REQUIRE(in_child(die) == 0);
    RowWriter writer = RowWriter::resume(setup, {0, 1});
    write_rows(writer, 1, 50);
    writer.finish();
    CHECK(difference(setup, 50).empty());
}

TEST_CASE("resumed thermodynamics have neither gaps nor duplicates", "[thermo]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    {
        RowWriter writer = RowWriter::create(setup);
        write_rows(writer, 0, 30);
        writer.commit();
        write_rows(writer, 30, 50);
    }
    std::string torn = read_file(setup.csv_path);
    torn.resize(torn.size() - 4);
    write_atomically(setup.csv_path, bytes_of(torn), Durability::process);
    const std::int64_t keep = GENERATE(0, 1, 17, 30);
    {
        RowWriter writer = RowWriter::resume(setup, {5 * keep - 2, keep});
        CHECK(writer.rows() == keep);
        write_rows(writer, keep, 60);
        writer.finish();
    }
    CHECK(difference(setup, 60).empty());
}

TEST_CASE("a table that is not the one left behind is refused", "[thermo]") {
    const TempDir dir;
    RowSetup setup = setup_in(dir);
    write_table(setup, 10);
    std::string text = read_file(setup.csv_path);
    ResumePoint point{45, 10};
    SECTION("other columns") { setup.columns[0].unit = "F"; }
    SECTION("missing rows") { point = {50, 11}; }
    SECTION("a row removed") {
        text.erase(text.find("\n25,") + 1, text.find("\n30,") - text.find("\n25,"));
    }
    SECTION("a row twice") { text.insert(text.find("\n25,") + 1, "20,0,0,0,0\n"); }
    SECTION("a row broken") { text.erase(text.find("\n25,") + 3, 1); }
    SECTION("not a number") { text.replace(text.find("\n25,") + 1, 2, "xx"); }
    write_atomically(setup.csv_path, bytes_of(text), Durability::process);
    CHECK_THROWS_AS(RowWriter::resume(setup, point), InputError);
    CHECK(read_file(setup.csv_path) == text);
}

TEST_CASE("damage inside a table is told with its dataset", "[thermo]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    write_table(setup, 10);
    h5::discard_undo_image(setup.hdf5_path); // it would heal the header
    std::uint64_t header = 0;
    {
        const h5::Lock lock;
        const h5::File file = h5::File::open_read(setup.hdf5_path);
        header =
            h5::header_address(file, h5::open_dataset(file, "/observables/pressure/value").id());
    }
    std::string bytes = read_file(setup.hdf5_path);
    bytes.replace(header, 16, 16, '\0');
    write_atomically(setup.hdf5_path, bytes_of(bytes), Durability::process);
    const std::string told = message_of([&] { RowWriter::resume(setup, {45, 10}); });
    CHECK(told.find(setup.hdf5_path + ": this file is damaged") != std::string::npos);
    CHECK(told.find("the index of /observables/pressure/value") != std::string::npos);
    CHECK(told.find("--overwrite") != std::string::npos);
}

TEST_CASE("thermodynamics survive being killed", "[thermo][crash]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    const std::string note = dir.file("note");
    const std::int64_t all = 3000;
    const auto run = [&] {
        const std::int64_t start = file_exists(note) ? std::stoll(read_file(note)) : 0;
        RowWriter writer = file_exists(note) ? RowWriter::resume(setup, {5 * start - 1, start})
                                             : RowWriter::create(setup);
        for (std::int64_t row = start; row < all; ++row) {
            append(writer, 5 * row);
            if (row % 50 == 49) {
                writer.commit();
                const std::string text = std::to_string(row + 1);
                write_atomically(note, bytes_of(text), Durability::process);
            }
        }
        writer.finish();
    };
    std::mt19937 random(99);
    for (int attempt = 0; attempt < 40; ++attempt)
        if (!in_killed_child(run, 3000 + static_cast<int>(random() % 60'000))) break;
    REQUIRE(in_child(run) == 0);
    CHECK(difference(setup, all).empty());
}

TEST_CASE("a table that is not there is refused", "[thermo]") {
    const TempDir dir;
    const RowSetup setup = setup_in(dir);
    write_table(setup, 10);
    const std::string& missing = GENERATE(0, 1) == 0 ? setup.csv_path : setup.hdf5_path;
    remove_file(missing);
    CHECK_THROWS_AS(RowWriter::resume(setup, {45, 10}), InputError);
    CHECK_FALSE(file_exists(missing));
}
