// SPDX-License-Identifier: BSD-3-Clause
// Not a test by itself: writes files for tests/system/test_h5md_readers.py, which opens them with
// the readers that people use. Hidden from a plain run.
#include <cstdlib>
#include <string>
#include <vector>

#include "output/h5md_writer.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

void write_sample(const H5mdSetup& setup, const Sample& sample) {
    SingleRank alone;
    const auto atoms = static_cast<std::size_t>(sample.atoms);
    std::vector<std::int32_t> species(atoms);
    for (std::size_t i = 0; i < atoms; ++i) species[i] = static_cast<std::int32_t>(i % 2);
    const std::vector<double> mass(atoms, 39.948);
    const std::vector<double> charge(atoms, 0.0);
    H5mdWriter writer =
        H5mdWriter::create(setup, {{0, sample.atoms}, species, mass, charge}, alone);
    for (std::int64_t frame = 0; frame < 5; ++frame) sample.append(writer, frame, alone);
    writer.finish();
}

} // namespace

TEST_CASE("sample files for the readers", "[.samples]") {
    const char* folder = std::getenv("MDSIM_SAMPLE_FOLDER");
    REQUIRE(folder != nullptr);
    const auto path = [&](const char* name) { return std::string(folder) + "/" + name; };
    const Sample sample;
    write_sample(sample.setup(path("nano.h5md")), sample);

    H5mdSetup reduced = sample.setup(path("lj.h5md"));
    reduced.units = {};
    reduced.observables = {{"potential_energy", ""}, {"temperature", ""}};
    write_sample(reduced, sample);

    H5mdSetup metal = sample.setup(path("metal.h5md"));
    metal.units = {"Angstrom", "ps", "Angstrom ps-1", "kJ mol-1 Angstrom-1", "g mol-1", "e"};
    metal.decimals = 3;
    write_sample(metal, sample);

    H5mdSetup real = sample.setup(path("real.h5md"));
    real.units = {"Angstrom", "fs", "Angstrom fs-1", "kcal mol-1 Angstrom-1", "g mol-1", "e"};
    write_sample(real, sample);

    const Sample large{90'001};
    H5mdSetup positions = large.setup(path("large.h5md"));
    positions.fields = {false, false, false};
    write_sample(positions, large);
}
