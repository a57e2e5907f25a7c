// SPDX-License-Identifier: BSD-3-Clause
#include "session/started_files.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

std::string input(const std::string& trajectory, const std::string& columns = "\"pressure\"",
                  const std::string& author = "N/A") {
    return "[run]\nauthor = \"" + author +
           "\"\n\n[[stage]]\nsteps = 10\n\n[trajectory]\nevery = 10\n" + trajectory +
           "strict_units = false\n\n[thermo]\nevery = 5\ncolumns = [" + columns + "]\n";
}

const std::string made = "fields = [\"position\", \"image\", \"velocity\"]\n";

const StartedFiles both{"trajectory.h5md", "thermo.csv"};

/// The keys that are refused when files of the input above go on with another.
std::vector<std::string> refused(const std::string& is, const StartedFiles& begun = both) {
    std::vector<std::string> keys;
    for (const Diagnostic& error :
         changes_of_started_files(EffectiveText(input(made)), EffectiveText(is), begun))
        keys.push_back(error.where);
    return keys;
}

using Keys = std::vector<std::string>;

} // namespace

TEST_CASE("what frames and rows hold is fixed when a file is made", "[resume]") {
    CHECK(refused(input(made)).empty());
    CHECK(refused(input("fields = [\"position\", \"image\"]\n")) == Keys{"trajectory.fields"});
    CHECK(refused(input(made + "precision = 4\n")) == Keys{"trajectory.precision"});
    CHECK(refused(input(made, "\"pressure\", \"volume\"")) == Keys{"thermo.columns"});
    CHECK(refused(input(made, "\"pressure\"", "me")) == Keys{"run.author"});
    CHECK(refused(input("fields = [\"position\"]\n", "\"volume\"")) ==
          Keys{"trajectory.fields", "thermo.columns"});
}

TEST_CASE("fields may be told in another order", "[resume]") {
    CHECK(refused(input("fields = [\"position\", \"velocity\", \"image\"]\n")).empty());
}

TEST_CASE("files that are still to be made may be as the input says", "[resume]") {
    const std::string other = input("fields = [\"position\"]\n", "\"volume\"");
    CHECK(refused(other, {}).empty());
    CHECK(refused(other, {"thermo.csv"}) == Keys{"thermo.columns"});
}
