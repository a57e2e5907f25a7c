// SPDX-License-Identifier: BSD-3-Clause
// How the structure and the keys of the input are fitted to each other: what contradicts is
// refused.
#include "setup/system_parts.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "config/config_check.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
namespace fs = std::filesystem;

namespace {

struct Folder : TestFolder {
    Folder() : TestFolder("mdsim_system_parts_test") {}
    fs::path input() const { return path() / "input.toml"; }
};

constexpr const char* names = R"(
[[species]]
name = "A"
[[species]]
name = "B"
)";

constexpr const char* masses = R"(
[[species]]
name = "A"
mass = 1
[[species]]
name = "B"
mass = 2
)";

std::string potential_of(const std::string& name) {
    return fmt::format("[[pair.potential]]\nspecies = [\"{0}\", \"{0}\"]\n", name) +
           "type = \"lennard_jones\"\nepsilon = 1\nsigma = 1\n";
}

/// An input with the sections before [pair], the rest of [pair], and one step.
std::string whole_input(const std::string& sections, const std::string& pair) {
    return "[units]\nsystem = \"lj\"\n" + sections + "\n[pair]\ncutoff = 2.5\n" + pair +
           "[[stage]]\nensemble = \"nve\"\nsteps = 1\ntime_step = 0.001\n";
}

/// An input of two species, A and B; `more` are its sections before [pair].
std::string input_of(const std::string& more) {
    return whole_input(more, "mixing = \"arithmetic\"\n" + potential_of("A") + potential_of("B"));
}

/// An input whose only species is the one of its structure.
std::string input_without_species(const std::string& system, const std::string& name) {
    return whole_input(system, potential_of(name));
}

std::string file_section(const std::string& name, const std::string& types = "") {
    return fmt::format("[system.file]\npath = \"{}\"\n{}", name,
                       types.empty() ? "" : "types = " + types + "\n");
}

SystemParts parts_of(const Folder& folder, const std::string& sections,
                     const std::vector<std::string>& overrides = {}) {
    return assemble_system(parse_config(input_of(sections), folder.input(), overrides), alone(),
                           Processor{});
}

/// The errors of an input, one a line; empty where it is taken.
std::string errors_of(const Folder& folder, const std::string& sections,
                      const std::vector<std::string>& overrides = {}) {
    std::string lines;
    try {
        parts_of(folder, sections, overrides);
    } catch (const InputError& error) {
        for (const Diagnostic& found : error.errors())
            lines += found.where + ": " + found.message + "\n";
    }
    return lines;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The name of the species of each atom.
std::string kinds(const SystemParts& parts) {
    std::string text;
    for (const TypeId t : parts.structure.type) text += parts.species[t].name;
    return text;
}

std::string warn_of_at(const SystemParts& parts, const std::string& where) {
    for (const Diagnostic& warning : parts.warnings)
        if (warning.where == where) return warning.message;
    return "";
}

std::string xyz(const std::vector<std::string>& rows, const std::string& more = "") {
    std::string text =
        fmt::format("{}\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3"
                    "{}\n",
                    rows.size(), more);
    for (const std::string& row : rows) text += row + "\n";
    return text;
}

std::string lammps(const std::string& mass_1, const std::string& mass_2,
                   const std::string& labels = "") {
    return "two types\n\n2 atoms\n2 atom types\n0 9 xlo xhi\n0 9 ylo yhi\n0 9 zlo zhi\n\n" +
           labels + "Masses\n\n1 " + mass_1 + "\n2 " + mass_2 +
           "\n\nAtoms # atomic\n\n1 2 1 1 1\n" + "2 1 3 1 1\n";
}

} // namespace

TEST_CASE("a list of types never renames what the file names") {
    const Folder folder;
    folder.write("named.xyz", xyz({"B 1 1 1", "A 3 1 1"}));
    CHECK(kinds(parts_of(folder, file_section("named.xyz") + masses)) == "BA");
    CHECK(has(errors_of(folder, file_section("named.xyz", R"(["A", "B"])") + masses),
              "the file names its types by itself (B, A)"));
    CHECK(kinds(parts_of(folder, file_section("named.xyz", R"(["B", "A"])") + masses)) == "BA");
    folder.write("other.xyz", xyz({"X 1 1 1", "Y 3 1 1"}));
    CHECK(has(errors_of(folder, file_section("other.xyz", R"(["A", "B"])") + masses),
              "use these names in [[species]]"));
    CHECK(has(errors_of(folder, file_section("other.xyz") + masses),
              "Name an entry of [[species]] so"));
    folder.write("labels.data", lammps("1", "2", "Atom Type Labels\n\n1 B\n2 A\n\n"));
    CHECK(has(errors_of(folder, file_section("labels.data", R"(["A", "B"])") + names),
              "the file names its types by itself (B, A)"));
}

TEST_CASE("numbered types take names by their numbers, not by the order in which they come") {
    const Folder folder;
    folder.write("two_first.xyz", xyz({"2 1 1 1", "1 3 1 1"}));
    CHECK(kinds(parts_of(folder, file_section("two_first.xyz", R"(["A", "B"])") + masses)) == "BA");
    folder.write("only_two.xyz", xyz({"2 1 1 1", "2 3 1 1"}));
    CHECK(kinds(parts_of(folder, file_section("only_two.xyz", R"(["A", "B"])") + masses)) == "BB");
    folder.write("from_0.xyz", xyz({"1 1 1 1", "0 3 1 1"}));
    CHECK(kinds(parts_of(folder, file_section("from_0.xyz", R"(["A", "B"])") + masses)) == "BA");
    folder.write("two_types.data", lammps("1", "2"));
    CHECK(kinds(parts_of(folder, file_section("two_types.data", R"(["A", "B"])") + masses)) ==
          "BA");
}

TEST_CASE("a list of types must fit the types of the file") {
    const Folder folder;
    folder.write("only_two.xyz", xyz({"2 1 1 1", "2 3 1 1"}));
    CHECK(has(errors_of(folder, file_section("only_two.xyz", R"(["A"])") + masses),
              "found 1 names, but the file has a type 2"));
    folder.write("only_one.xyz", xyz({"1 1 1 1", "1 3 1 1"}));
    const SystemParts parts =
        parts_of(folder, file_section("only_one.xyz", R"(["A", "B"])") + masses);
    CHECK(kinds(parts) == "AA");
    CHECK(has(warn_of_at(parts, "system.file.types"), "1 is A"));
    folder.write("two_types.data", lammps("1", "1"));
    CHECK(has(errors_of(folder, file_section("two_types.data", R"(["A"])") + names), "type 2"));
    CHECK(has(errors_of(folder, file_section("two_types.data", R"(["A", "B", "A"])") + names),
              "found 3 names, but the file has 2 types"));
    folder.write("negative.xyz", xyz({"-1 1 1 1", "1 3 1 1"}));
    CHECK(
        has(errors_of(folder, file_section("negative.xyz", R"(["A", "B"])") + masses), "type -1"));
}

TEST_CASE("two masses of one species are refused, equal ones are taken") {
    const Folder folder;
    folder.write("unequal.data", lammps("1", "2"));
    folder.write("equal.data", lammps("3", "3"));
    const std::string one = "\n[[species]]\nname = \"A\"\n[[species]]\nname = \"B\"\nmass = 7\n";
    CHECK(has(errors_of(folder, file_section("unequal.data", R"(["A", "A"])") + one),
              "types of unequal masses need species of their own"));
    CHECK(parts_of(folder, file_section("equal.data", R"(["A", "A"])") + one).species[0].mass == 3);
    const std::string words =
        errors_of(folder, file_section("unequal.data", R"(["B", "A"])") + masses);
    CHECK(has(words, "species \"B\" has the mass 2 in [[species]], but 1 in the structure"));
    CHECK(has(words, "species \"A\" has the mass 1 in [[species]], but 2 in the structure"));
    folder.write("near.data", lammps("1.0005", "1.999"));
    const SystemParts near = parts_of(folder, file_section("near.data", R"(["A", "B"])") + masses);
    CHECK(near.species[0].mass == 1);
}

TEST_CASE("types that share a name are one species where the input declares none") {
    const Folder folder;
    folder.write("equal.data", lammps("3", "3"));
    const std::string system = file_section("equal.data", R"(["A", "A"])");
    const Config config = parse_config(input_without_species(system, "A"), folder.input());
    const SystemParts parts = assemble_system(config, alone(), Processor{});
    CHECK(parts.species.size() == 1);
    CHECK(parts.count_of_type == std::vector<std::int64_t>{2});
}

TEST_CASE("masses are compared in the units of the input") {
    const Folder folder;
    folder.write("two_types.data", lammps("39.95", "83.8"));
    const std::string sections = file_section("two_types.data", R"(["A", "B"])") +
                                 "\n[[species]]\nname = \"A\"\nmass = 39.948\n"
                                 "[[species]]\nname = \"B\"\nmass = 84.9\n";
    const std::string words = errors_of(folder, sections, {"units.system=nano"});
    CHECK(has(words, "species \"B\" has the mass 84.9 in [[species]], but 83.8 in the structure"));
    CHECK_FALSE(has(words, "\"A\""));
}

TEST_CASE("keys are checked against the directions that repeat in the file") {
    const Folder folder;
    folder.write("closed.xyz", xyz({"A 1 1 1", "B 3 1 1"}));
    folder.write("open.xyz", xyz({"A 1 1 1", "B 3 1 1"}, " pbc=\"T T F\""));
    const std::string padding = "[box]\npadding = 3\n";
    CHECK(has(errors_of(folder, file_section("closed.xyz") + padding + masses),
              "box.padding: every direction repeats"));
    CHECK(errors_of(folder, file_section("open.xyz") + padding + masses).empty());
    const std::vector<std::string> tail{"pair.tail_correction=true"};
    CHECK(errors_of(folder, file_section("closed.xyz") + masses, tail).empty());
    CHECK(has(errors_of(folder, file_section("open.xyz") + masses, tail),
              "pair.tail_correction: assumes a uniform fluid"));
    const std::string rdf = "[rdf]\nevery = 1\nrange = 2.5\n";
    CHECK(warn_of_at(parts_of(folder, file_section("closed.xyz") + masses + rdf), "rdf").empty());
    CHECK(has(warn_of_at(parts_of(folder, file_section("open.xyz") + masses + rdf), "rdf"),
              "vacuum"));
}

TEST_CASE("boxes too wide for 32-bit positions are refused, or noted") {
    const Folder folder;
    const auto box = [](double edge) {
        return fmt::format("[system.random]\ncounts = {{ A = 2 }}\nmin_distance = 1\n"
                           "[box]\nedges = [20, {}, 20]\n",
                           edge) +
               masses;
    };
    const std::vector<std::string> in_double{"run.precision=double"};
    CHECK(warn_of_at(parts_of(folder, box(1e4)), "run.precision").empty());
    CHECK(has(warn_of_at(parts_of(folder, box(1e5)), "run.precision"), "energies will drift"));
    CHECK(has(errors_of(folder, box(1e6)), "run.precision: mixed keeps positions in steps of"));
    CHECK(warn_of_at(parts_of(folder, box(1e6), in_double), "run.precision").empty());
}

TEST_CASE("charges of [[species]] that are not those of the file are noted") {
    const Folder folder;
    folder.write("charged.xyz",
                 "2\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3:charge:R:1\n"
                 "A 1 1 1 0.5\nB 3 1 1 -0.5\n");
    const auto with = [&](const std::string& charge) {
        const std::string text = file_section("charged.xyz") + masses + "charge = " + charge + "\n";
        return warn_of_at(parts_of(folder, text), "species");
    };
    CHECK(has(with("-0.5"), "exert no force"));
    CHECK(has(with("-1"), "other charges in the structure"));
}

TEST_CASE("charges that are all zero are no reason for a note") {
    const Folder folder;
    const auto warning = [&](const std::string& charge) {
        folder.write("charged.xyz",
                     "2\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3:charge:R:1\n"
                     "A 1 1 1 0\nB 3 1 1 " +
                         charge + "\n");
        return warn_of_at(parts_of(folder, file_section("charged.xyz") + masses), "species");
    };
    CHECK(warning("0").empty());
    CHECK(has(warning("1e-3"), "exert no force"));
}

TEST_CASE("atoms so many boxes away that they cannot be counted are refused") {
    const Folder folder;
    const auto images = [&](const std::string& x, const std::string& image) {
        std::string text = lammps("1", "2");
        text.resize(text.find("1 2 1 1 1\n"));
        folder.write("far.data", text + "7 2 1 1 1 0 0 0\n9 1 " + x + " 1 1 " + image + " 0 0\n");
        return errors_of(folder, file_section("far.data", R"(["A", "B"])") + masses);
    };
    CHECK(images("3", "1073741824").empty());
    CHECK(images("12", "1073741823").empty());
    for (const auto& [x, image] : {std::pair("3", "1073741825"), std::pair("12", "1073741824"),
                                   std::pair("3e15", "0"), std::pair("3e300", "-5")}) {
        CAPTURE(x, image);
        CHECK(has(images(x, image), "system.file: atom 9 is "));
    }
    CHECK(has(images("-3", "-1073741824"), "is 1073741825 boxes away along a"));
}

TEST_CASE("names of species are words of one kind") {
    for (const char* name : {"A", "Na+", "H2O", "1", "A-B", "\xc3\x84"})
        CHECK(species_name_error(name).empty());
    for (const char* name : {"", " ", "a b", "a\tb", "a,b", "a\"b", "it's", "a\nb"})
        CHECK_FALSE(species_name_error(name).empty());
    const Folder folder;
    folder.write("comma.xyz", xyz({"A,B 1 1 1"}));
    CHECK(has(errors_of(folder, file_section("comma.xyz") + masses), "a species \"A,B\""));
    const std::string text = input_without_species(file_section("comma.xyz"), "A,B");
    const Config config = parse_config(text, folder.input());
    std::string errors;
    try {
        assemble_system(config, alone(), Processor{});
    } catch (const InputError& error) {
        errors = error.what();
    }
    CHECK(has(errors, "found the name \"A,B\""));
}

TEST_CASE("warnings that may explain a failure are named once each") {
    CHECK(suspicions_text({}).empty());
    CHECK(suspicions_text({{"pair", "x"}}) == "this may be why: the warning on pair above");
    CHECK(suspicions_text({{"pair", "x"}, {"system", "y"}, {"pair", "z"}}) ==
          "this may be why: the warnings on pair, system above");
}
