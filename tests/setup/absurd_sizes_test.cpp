// SPDX-License-Identifier: BSD-3-Clause
// Numbers that are allowed by themselves, but say nothing in their system: refused, or noted.
#include <filesystem>
#include <fstream>

#include "setup/system_parts.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

using Sets = std::vector<std::string>;

SystemParts parts_of(const std::string& example, Sets sets) {
    sets.emplace_back("run.device=cpu");
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs" / example;
    return assemble_system(read_config(file, sets), alone(), Processor{});
}

/// What an input is refused with, one a line; empty where it is taken.
std::string errors_of(const std::string& example, const Sets& sets) {
    std::string lines;
    try {
        parts_of(example, sets);
    } catch (const InputError& error) {
        for (const Diagnostic& found : error.errors())
            lines += found.where + ": " + found.message + "\n";
    }
    return lines;
}

std::string warnings_of(const std::string& example, const Sets& sets) {
    std::string lines;
    for (const Diagnostic& warning : parts_of(example, sets).warnings)
        lines += warning.where + ": " + warning.message + "\n";
    return lines;
}

bool has(const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

constexpr const char* liquid = "lj_liquid.toml";
constexpr const char* argon = "argon_real.toml";
const std::string positions = "trajectory.fields=[\"position\"]";
const std::string with_velocity = "trajectory.fields=[\"position\",\"velocity\"]";

} // namespace

TEST_CASE("the examples and usual roundings pass without a word") {
    CHECK(warnings_of(liquid, {}).empty());
    CHECK(warnings_of(liquid, {"trajectory.precision=2", with_velocity}).empty());
    CHECK(warnings_of(argon, {"trajectory.precision=2", positions}).empty());
    CHECK(warnings_of(argon, {"trajectory.precision=5", with_velocity}).empty());
    CHECK(errors_of(liquid,
                    {"trajectory.precision=0", "trajectory.every=0", "stage.0.trajectory_every=0"})
              .empty());
}

TEST_CASE("a rounding that leaves nothing is refused, one that leaves little noted") {
    CHECK(has(errors_of(liquid, {"trajectory.precision=0"}),
              "trajectory.precision: positions would be stored in steps of 1, "));
    CHECK(has(errors_of(argon, {"trajectory.precision=2", with_velocity}),
              "velocities would be stored in steps of 0.01 Angstrom fs-1"));
    CHECK(has(errors_of(argon, {"trajectory.precision=2", with_velocity}), "3 decimals or more"));
    CHECK(has(warnings_of(argon, {"trajectory.precision=3", with_velocity}), "velocities"));
    const Sets forces{"trajectory.precision=0", "trajectory.fields=[\"position\",\"force\"]"};
    CHECK(has(warnings_of(argon, forces), "forces would be stored in steps of 1 "));
}

TEST_CASE("lists that hold far more than what interacts are noted") {
    CHECK(has(warnings_of(liquid, {"neighbor.skin=3"}),
              "neighbor.skin: 3 is longer than the cutoff"));
    CHECK(has(warnings_of(liquid, {"pair.cutoff=20"}), "pair.cutoff: each atom has about"));
    CHECK(has(warnings_of(liquid, {"neighbor.skin=1e-4"}), "made anew at about every step"));
}

TEST_CASE("densities and displacements that cannot be meant are noted") {
    CHECK(has(warnings_of(liquid, {"system.lattice.density=1e-9"}), "system: at a number density"));
    CHECK(has(warnings_of(liquid, {"system.lattice.displacement=1"}), "into one place"));
}

TEST_CASE("motion that rounding swallows is refused or noted") {
    CHECK(has(errors_of(liquid, {"stage.0.time_step=1e-8"}), "velocities in mixed precision lose"));
    CHECK(errors_of(liquid, {"stage.0.time_step=1e-8", "run.precision=double"}).empty());
    CHECK(has(errors_of(liquid, {"stage.0.time_step=1e-20", "run.precision=double"}), "lose"));
    CHECK(has(warnings_of(liquid, {"stage.0.temperature=1e-30", "velocity.temperature=1e-30",
                                   "stage.1.time_step=0.001"}),
              "its motion is rounded away"));
}

TEST_CASE("time steps are judged by the fastest motion, of any pair or of free flight") {
    CHECK(has(errors_of(liquid, {"pair.potential.0.epsilon=1e12"}), "absurdly long"));
    CHECK(has(errors_of(liquid, {"species.0.mass=1e-12"}), "absurdly long"));
    CHECK(has(errors_of(liquid, {"species.0.mass=1e12"}), "velocities in mixed precision lose"));
    CHECK(errors_of(liquid, {"species.0.mass=1e12", "run.precision=double"}).empty());
    const std::string unlike = errors_of("kob_andersen.toml", {"pair.potential.1.epsilon=1e6"});
    CHECK(has(unlike, "atoms of \"A\" and \"B\" swing"));
}

TEST_CASE("forces that hardly act are no error of the time step") {
    for (const char* example : {liquid, argon}) {
        for (const char* epsilon : {"0", "1e-30", "1e-12", "1e-6"}) {
            CAPTURE(example, epsilon);
            CHECK(errors_of(example, {"pair.potential.0.epsilon=" + std::string(epsilon)}).empty());
        }
    }
    CHECK(has(warnings_of(liquid, {"pair.potential.0.epsilon=1e-12"}),
              "pair: atoms attract each other so weakly"));
    CHECK_FALSE(has(warnings_of(liquid, {"pair.potential.0.epsilon=1e-12", "run.precision=double"}),
                    "weakly"));
    CHECK_FALSE(has(warnings_of(liquid, {"pair.potential.0.epsilon=1e-6"}), "weakly"));
}

TEST_CASE("time steps that run, but hardly get anywhere, are noted") {
    CHECK(has(warnings_of(argon, {"stage.1.time_step=0.001"}),
              "stage.1.time_step: 0.001 fs is absurdly short for these units: two atoms of"));
    const Sets at_rest{"stage.0.time_step=1e-8", "velocity.temperature=0", "stage.0.temperature=0"};
    CHECK(has(warnings_of(liquid, at_rest), "velocities in mixed precision lose"));
}

TEST_CASE("truncations in the core of a pair are noted") {
    CHECK(has(warnings_of(liquid, {"pair.cutoff=1.05"}), "A-A: at 1.05 the atoms still repel"));
    CHECK_FALSE(has(warnings_of(liquid, {"pair.cutoff=1.1225"}), "repel"));
    const auto smooth = [](const std::string& from) {
        return Sets{"pair.truncation=smooth", "pair.switch_from=" + from};
    };
    CHECK(warnings_of(liquid, smooth("2.0")).empty());
    CHECK(has(warnings_of(liquid, smooth("1e-4")), "changes the whole well"));
    CHECK(has(warnings_of(liquid, smooth("2.4999")), "acts like a jump"));
    CHECK(has(errors_of(liquid, {"pair.potential.0.sigma=1e-300"}),
              "too small for single precision"));
}

TEST_CASE("masses with which numbers or sums cannot do are refused") {
    const auto with = [](const std::string& mass, const std::string& step) {
        return Sets{"species.0.mass=" + mass, "stage.0.time_step=" + step,
                    "stage.1.time_step=" + step};
    };
    CHECK(errors_of(liquid, with("1e-30", "5e-18")).empty());
    CHECK(has(
        errors_of(liquid, with("1e-40", "5e-23")),
        "species.0.mass: the mass 1e-40 of \"A\" is too small for the numbers of mixed precision"));
    CHECK(has(errors_of(liquid, with("1e40", "5e17")), "too large for the numbers of mixed"));
    Sets in_double = with("1e-40", "5e-23");
    in_double.emplace_back("run.precision=double");
    CHECK(errors_of(liquid, in_double).empty());
    CHECK(errors_of(liquid, with("1e17", "1e6")).empty());
    CHECK(has(errors_of(liquid, with("1e20", "5e7")), "the momenta of its atoms overflow"));
}

TEST_CASE("energies that their sums round away are noted") {
    const auto of_size = [](const std::string& energy, const std::string& step) {
        return Sets{"pair.potential.0.epsilon=" + energy, "velocity.temperature=" + energy,
                    "stage.0.temperature=" + energy,      "stage.0.friction=1e-9",
                    "stage.0.time_step=" + step,          "stage.1.time_step=" + step};
    };
    CHECK(
        has(warnings_of(liquid, of_size("1e-16", "5e5")), "units: the energies of an atom are of"));
    CHECK_FALSE(has(warnings_of(liquid, of_size("1e-10", "500")), "units: "));
}

TEST_CASE("a thermostat that finds its atoms far too hot is noted") {
    CHECK(has(warnings_of(argon, {"stage.0.temperature=1e-4"}), "stage.0.temperature: atoms have"));
    CHECK(has(warnings_of(argon, {"stage.0.temperature_end=1e-9"}),
              "stage.0.temperature_end: atoms have"));
    CHECK_FALSE(has(warnings_of(argon, {"stage.0.temperature=1"}), "when the thermostat acts"));
    CHECK_FALSE(has(warnings_of(liquid, {"stage.0.temperature=1e-9"}), "when the thermostat acts"));
}

TEST_CASE("atoms that are thrown too far are told by what throws them") {
    CHECK(
        has(errors_of(liquid, {"system.lattice.displacement=1e12"}), "make displacement smaller"));
    CHECK_FALSE(has(errors_of(liquid, {"system.lattice.displacement=1e12"}), "file"));
}

TEST_CASE("numbers that are too large to be whole are told from others") {
    CHECK(has(errors_of(liquid, {"stage.0.steps=1e18"}), "write it with all its digits"));
    CHECK(errors_of(liquid, {"run.seed=1000000000000000000"}).empty());
    CHECK_FALSE(has(errors_of(liquid, {"stage.0.steps=0.5"}), "digits"));
    CHECK_FALSE(has(errors_of(liquid, {"stage.0.steps=1e300"}), "digits"));
}

TEST_CASE("output that never comes is noted") {
    CHECK(has(warnings_of(liquid, {"stage.1.trajectory_every=1000000"}),
              "stage.1.trajectory_every: no step of stage \"produce\" is a multiple of 1000000"));
    CHECK(has(warnings_of(liquid, {"stage.0.thermo_every=2001"}), "but the start"));
    CHECK(warnings_of(liquid, {"stage.0.thermo_every=2000"}).empty());
    CHECK(has(warnings_of(liquid, {"checkpoint.wall_every=1e-3"}), "checkpoint.wall_every"));
}

TEST_CASE("a grid of bricks must be that of the ranks") {
    CHECK(has(errors_of(liquid, {"parallel.grid=[1000000,1,1]"}),
              "parallel.grid: found 1000000 x 1 x 1 bricks, but there is 1 rank;"));
    CHECK(errors_of(liquid, {"parallel.grid=[1,0,0]"}).empty());
}

TEST_CASE("a thermostat that acts by less than the rounding of velocities is noted") {
    const Sets usual{"stage.1.ensemble=\"nose_hoover\"", "stage.1.temperature=0.7",
                     "stage.1.relaxation_time=0.5"};
    CHECK_FALSE(has(warnings_of(liquid, usual), "couple_every ="));
    Sets faint = usual;
    faint.back() = "stage.1.relaxation_time=5000";
    CHECK(has(warnings_of(liquid, faint), "stage.1.relaxation_time: with so many atoms"));
    faint.emplace_back("stage.1.couple_every=1000");
    CHECK_FALSE(has(warnings_of(liquid, faint), "couple_every ="));
    faint.back() = "run.precision=\"double\"";
    CHECK_FALSE(has(warnings_of(liquid, faint), "couple_every ="));
}

TEST_CASE("boxes in which atoms meet little but their own images are refused") {
    const auto path = std::filesystem::temp_directory_path() / "mdsim_narrow.xyz";
    const auto refusal_of = [&](const char* edge) {
        std::ofstream(path) << "1\nLattice=\"" << edge
                            << " 0 0 0 4 0 0 0 4\" Properties=species:S:1:pos:R:3:masses:R:1\n"
                            << "Ar 0 0 0 39.95\n";
        return errors_of("../tests/inputs/good/nano_from_file.toml",
                         {"system.file.path=\"" + path.string() + "\""});
    };
    CHECK(has(refusal_of("1e-7"), "box: it repeats along x after 1e-07"));
    CHECK(has(refusal_of("2e-3"), "images of itself"));
    CHECK(refusal_of("0.1").empty());
    std::filesystem::remove(path);
}

TEST_CASE("what assumes one density everywhere is noted where atoms begin in parts of the box") {
    const Sets both{"pair.tail_correction=true", "pair.truncation=\"cut\"", "rdf.every=10",
                    "rdf.range=2.5"};
    for (const char* example : {"slab.toml", "droplet_vapour.toml"}) {
        CHECK(warnings_of(example, {}).empty());
        const std::string warnings = warnings_of(example, both);
        CHECK(has(warnings, "pair.tail_correction: assumes a uniform fluid"));
        CHECK(has(warnings, "rdf: g(r) is divided by the mean density"));
    }
    CHECK_FALSE(has(warnings_of(liquid, both), "in parts of"));
}
