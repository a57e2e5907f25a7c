// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "support/catch.hpp"
#include "validate/validate.hpp"
#include "validate/validate_built_in.hpp"
#include "validate/validate_check.hpp"
#include "validate/validate_files.hpp"
#include "validate/validate_single_point.hpp"
#include "validate/validate_small_system.hpp"

using namespace mdsim;
namespace fs = std::filesystem;

namespace {

fs::path reference_data() { return fs::path(MDSIM_SOURCE_DIR) / "validation"; }

/// A copy of one case in a folder of this process.
fs::path copy_of_case(const std::string& name) {
    fs::path folder =
        fs::temp_directory_path() / ("mdsim-validate-test-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    fs::copy(reference_data() / name, folder / name);
    return folder;
}

} // namespace

TEST_CASE("the built-in references hold on two ranks") {
    const Communicator comm = Communicator::world();
    const std::vector<Check> checks = built_in_checks(comm, {});
    CHECK((checks.size() > 10) == comm.is_root());
    for (const Check& check : checks) {
        INFO(check_table({check}));
        CHECK(check.passed());
    }
}

TEST_CASE("the cases of the source tree hold on two ranks") {
    const Communicator comm = Communicator::world();
    const std::vector<Check> checks = file_checks(reference_data(), comm, {});
    CHECK((checks.size() > 100) == comm.is_root());
    for (const Check& check : checks) {
        INFO(check_table({check}));
        CHECK(check.passed());
    }
}

TEST_CASE("a wrong reference is noticed by every rank") {
    const Communicator comm = Communicator::world();
    const fs::path folder = copy_of_case("lj13-cluster");
    CHECK(validate(comm, {folder}) == 0);
    const fs::path forces = folder / "lj13-cluster" / "forces.displaced.txt";
    std::ifstream in(forces);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const std::size_t digit = text.find("2.0704189");
    REQUIRE(digit != std::string::npos);
    text[digit + 4] = '5';
    std::ofstream(forces) << text;
    CHECK(validate(comm, {folder}) == static_cast<int>(ExitCode::physics_error));
    fs::remove_all(folder);
}

TEST_CASE("a wrong energy, virial or force fails in both precisions") {
    const Communicator comm = Communicator::world();
    SmallSystem system;
    system.box.edges = {6, 0, 6, 0, 0, 6};
    system.position = {{1, 1, 1}, {2.2, 1, 1}, {1, 2.1, 1.3}};
    system.pair = {LennardJonesParams{1, 1}, 2.5, Truncation::cut, 0};
    const SystemParts parts = parts_of(system, comm, {});
    SinglePointReference wrong{"wrong", -1.0, 0, std::array<double, 6>{}, 1.0, 0, {}};
    wrong.force.resize(3);
    std::vector<Check> checks;
    check_single_point<DoublePrecision>(parts, comm, wrong, usual_tolerance<DoublePrecision>(),
                                        checks);
    check_single_point<MixedPrecision>(parts, comm, wrong, usual_tolerance<MixedPrecision>(),
                                       checks);
    CHECK(checks.size() == (comm.is_root() ? 10 : 0));
    CHECK(count_failures(checks) == static_cast<int>(checks.size()));
}

TEST_CASE("a folder without cases, or with a broken one, is refused") {
    const Communicator comm = Communicator::world();
    CHECK_THROWS_AS(file_checks("/nonexistent/folder", comm, {}), InputError);
    const fs::path folder = copy_of_case("lj13-cluster");
    SECTION("no JSON") { std::ofstream(folder / "lj13-cluster" / "reference.json") << "{"; }
    SECTION("a key is missing") {
        std::ofstream(folder / "lj13-cluster" / "reference.json") << R"({"kind": "single_point"})";
    }
    SECTION("forces are missing") { fs::remove(folder / "lj13-cluster" / "forces.displaced.txt"); }
    SECTION("an input is missing") { fs::remove(folder / "lj13-cluster" / "minimum.toml"); }
    CHECK_THROWS_AS(file_checks(folder, comm, {}), InputError);
    fs::remove_all(folder);
}
