// SPDX-License-Identifier: BSD-3-Clause
#include "config/config.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "config/config_rows.hpp"
#include "input/collect_rows.hpp"
#include "input/settings_reader.hpp"
#include "input/toml_parse.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
namespace fs = std::filesystem;

namespace {

const fs::path root = MDSIM_SOURCE_DIR;

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    REQUIRE(stream.good());
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> inputs_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".toml") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The errors of a file, one a line, with places and paths as seen from the folder of the file.
std::string errors_of(const fs::path& file, const std::vector<std::string>& overrides = {}) {
    const std::string folder = file.parent_path().string() + "/";
    std::string lines;
    try {
        read_config(file, overrides);
    } catch (const InputError& error) {
        for (const Diagnostic& found : error.errors()) {
            lines += found.where + ": " + found.message + "\n";
        }
    }
    for (std::size_t at = lines.find(folder); at != std::string::npos; at = lines.find(folder)) {
        lines.erase(at, folder.size());
    }
    return lines;
}

Config good(const std::string& name, const std::vector<std::string>& overrides = {}) {
    return read_config(root / "tests/inputs/good" / name, overrides);
}

} // namespace

// Beside each bad file lies what it must be refused with, word by word.
TEST_CASE("bad inputs are refused in the right words") {
    const std::vector<fs::path> files = inputs_in(root / "tests/inputs/bad");
    CHECK(files.size() >= 20);
    for (const fs::path& file : files) {
        INFO(file.filename().string());
        const std::string expected = text_of(fs::path(file).replace_extension(".txt"));
        CHECK(errors_of(file) == expected);
        CHECK_FALSE(expected.empty());
    }
}

TEST_CASE("good inputs and the examples are accepted, and their effective texts say the same") {
    std::vector<fs::path> files = inputs_in(root / "tests/inputs/good");
    for (const fs::path& example : inputs_in(root / "inputs")) {
        files.push_back(example);
    }
    CHECK(files.size() >= 6);
    const TestFolder folder("mdsim_config_test");
    const fs::path& out = folder.path();
    for (const fs::path& file : files) {
        INFO(file.filename().string());
        CHECK(errors_of(file) == "");
        const Config config = read_config(file, {}, out);
        const Config again = parse_config(config.effective_text, out / "input.toml", {}, out);
        CHECK(again.effective_text == config.effective_text);
    }
}

TEST_CASE("the input is converted to internal units") {
    const Config config = good("argon_metal.toml");
    CHECK(config.velocity.temperature.value() == Approx(80 * 8.617343e-5).epsilon(1e-14));
    CHECK(config.stages[0].temperature_end.value() == Approx(90 * 8.617343e-5).epsilon(1e-14));
    CHECK(config.species[0].mass.value() == Approx(39.948 * 1.0364269e-4).epsilon(1e-14));
    CHECK(config.run.wall_time == 5400.0);
    CHECK(config.checkpoint.wall_every == 600.0);
    CHECK(config.effective_text.find("temperature = 80.0\n") != std::string::npos);
    CHECK(config.stages[0].steps == 1000);
    CHECK(config.output_directory() == "argon");
    CHECK(good("minimal.toml").output_directory() == "minimal.out");
    CHECK(good("minimal.toml").stages[0].name == "stage 0");
}

TEST_CASE("what may surprise is noted") {
    const Config config = good("argon_metal.toml");
    const auto noted = [&](std::string_view key) {
        return std::any_of(config.warnings.begin(), config.warnings.end(),
                           [&](const Diagnostic& warning) { return warning.where == key; });
    };
    CHECK(noted("stage.1.steps"));
    CHECK(noted("neighbor.rebuild"));
    CHECK_FALSE(noted("thermo.every"));
}

/// Whether a key of the first stage is noted with these words in place of its own, for a minimal
/// input of 100 steps of 0.005.
bool stage_noted(const std::string& key, const std::vector<std::string>& words) {
    const Config config = good("minimal.toml", words);
    return std::any_of(
        config.warnings.begin(), config.warnings.end(),
        [&](const Diagnostic& warning) { return warning.where == "stage.0." + key; });
}

TEST_CASE("a removal of drift that never comes is noted") {
    const auto noted = [](const std::string& every) {
        return stage_noted("remove_drift_every", {"stage.0.remove_drift_every=" + every});
    };
    CHECK_FALSE(noted("0"));
    CHECK_FALSE(noted("100"));
    CHECK(noted("101"));
}

TEST_CASE("a thermostat that hardly acts, or leaves no motion, is noted") {
    const auto friction = [](const std::string& value) {
        return stage_noted("friction", {"stage.0.ensemble=langevin", "stage.0.temperature=1.0",
                                        "stage.0.friction=" + value});
    };
    CHECK(friction("0.1"));
    CHECK_FALSE(friction("0.3"));
    CHECK_FALSE(friction("150.0"));
    CHECK(friction("250.0"));
    const auto relaxation = [](const std::string& value, const std::string& every) {
        return stage_noted("relaxation_time",
                           {"velocity.temperature=1.0", "stage.0.ensemble=nose_hoover",
                            "stage.0.temperature=1.0", "stage.0.relaxation_time=" + value,
                            "stage.0.couple_every=" + every});
    };
    CHECK(relaxation("0.05", "4"));
    CHECK_FALSE(relaxation("0.5", "4"));
    CHECK_FALSE(relaxation("4.0", "4"));
    CHECK(relaxation("6.0", "4"));
}

TEST_CASE("the command line overrides the file, and is named in errors") {
    const Config config =
        good("argon_metal.toml", {"run.seed=9", "stage.warm.steps=10", "run.precision=mixed"});
    CHECK(config.run.seed == 9);
    CHECK(config.stages[0].steps == 10);
    CHECK(config.run.precision == Precision::mixed);
    CHECK(config.effective_text.find("seed = 9\n") != std::string::npos);
    CHECK(errors_of(root / "tests/inputs/good/minimal.toml", {"run.sed=9", "stage.0.steps=-1"}) ==
          "--set run.sed: unknown key 'sed' in [run]; did you mean 'seed'?\n"
          "--set stage.0.steps: stage.0.steps: found -1; allowed: at least 0\n");
}

TEST_CASE("an entry that the command line could mean by name or by number is refused") {
    const auto with = [](const std::string& last) {
        std::vector<std::string> all{"stage.1.name='3'", "stage.warm.name='1'"};
        all.push_back(last);
        return all;
    };
    const Config config = good("argon_metal.toml", with("stage.3.steps=7"));
    CHECK(config.stages[0].name == "1");
    CHECK(config.stages[1].steps == 7);
    CHECK(good("argon_metal.toml", with("stage.0.steps=7")).stages[0].steps == 7);
    CHECK(errors_of(root / "tests/inputs/good/argon_metal.toml", with("stage.1.steps=7")) ==
          "--set stage.1.steps: '1' is the name of one entry of a list and the number of another, "
          "counted from 0; give them other names\n");
}

TEST_CASE("a thermostat that acts seldom in its relaxation time is noted") {
    const auto noted = [](const Config& config) {
        return std::any_of(
            config.warnings.begin(), config.warnings.end(),
            [](const Diagnostic& warning) { return warning.where == "stage.0.relaxation_time"; });
    };
    CHECK_FALSE(noted(good("argon_metal.toml")));
    CHECK(noted(good("argon_metal.toml", {"stage.0.relaxation_time=0.03"})));
}

TEST_CASE("a thermostat that samples no ensemble is noted") {
    const auto noted = [](const std::string& ensemble) {
        return stage_noted("ensemble", {"stage.0.ensemble=" + ensemble, "stage.0.temperature=1.0",
                                        "stage.0.relaxation_time=0.1", "velocity.temperature=1.0"});
    };
    CHECK(noted("berendsen"));
    CHECK_FALSE(noted("velocity_rescaling"));
}

TEST_CASE("a box is as compressible as what the units are mostly used for") {
    const auto assumed = [](const std::string& system, const std::string& barostat) {
        const Config config = parse_config(
            "[units]\nsystem = \"" + system + "\"\n[system.lattice]\ntype = \"fcc\"\n" +
                "constant = 5\ncells = [4, 4, 4]\n[[species]]\nname = \"A\"\nmass = 40\n"
                "[pair]\ncutoff = 2.5\n[[pair.potential]]\nspecies = [\"A\", \"A\"]\n"
                "type = \"lennard_jones\"\nepsilon = 1\nsigma = 1\n"
                "[velocity]\ntemperature = 1\n"
                "[[stage]]\nensemble = \"velocity_rescaling\"\ntemperature = 1\n"
                "relaxation_time = 1000\nsteps = 100\ntime_step = " +
                (system == "real" ? "1" : "0.0005") +
                "\n"
                "[stage.barostat]\npressure = 1\nrelaxation_time = 1000\n" +
                barostat,
            "input.toml");
        const auto found = config.stages[0].barostat->compressibility;
        return found ? config.conversions().to_user(Dimension::inverse_pressure, *found) : 0.0;
    };
    CHECK(assumed("lj", "") == Approx(0.05));
    CHECK(assumed("metal", "") == Approx(1e-6));
    CHECK(assumed("real", "") == Approx(4.56e-5));
    CHECK(assumed("nano", "") == Approx(4.5e-5));
    CHECK(assumed("metal", "compressibility = 2e-6\n") == Approx(2e-6));
    CHECK(assumed("lj", "type = \"mtk\"\n") == 0);
}

TEST_CASE("two potentials of one pair act together, and end as either says") {
    const Config config = good("sum.toml");
    std::vector<Diagnostic> errors;
    const ForceField field(force_field_spec(config, {"A", "B"}, errors));
    CHECK(errors.empty());
    const auto& unlike = field.interaction(1, 0);
    REQUIRE(unlike.has_value());
    CHECK(std::visit([](const auto& p) { return p.name; }, unlike->params) ==
          "lennard_jones + table");
    CHECK(unlike->cutoff == 2);
    CHECK(unlike->truncation == Truncation::smooth);
    CHECK(unlike->switch_from == 1.5);
    CHECK(field.interaction(1, 1)->cutoff == 2.5);
    CHECK(field.interaction(1, 1)->truncation == Truncation::cut);
}

TEST_CASE("the potentials of the input become a force field") {
    const Config config = good("mixture_real.toml");
    std::vector<Diagnostic> errors;
    const ForceFieldSpec spec = force_field_spec(config, {"A", "B", "C"}, errors);
    CHECK(errors.empty());
    const ForceField field(spec);
    CHECK(field.interaction(0, 0)->cutoff == 10);
    CHECK(field.interaction(1, 1)->cutoff == 12);
    REQUIRE(field.interaction(0, 1).has_value());
    CHECK(std::get<LennardJonesParams>(field.interaction(0, 1)->params).sigma > 3.73);
    CHECK_FALSE(field.interaction(1, 2).has_value());
    CHECK_FALSE(field.interaction(2, 2).has_value());
    CHECK(field.interaction(0, 2)->truncation == Truncation::smooth);
    CHECK(field.evaluate(0, 2, 1.0).energy > 0);
    force_field_spec(config, {"A", "B"}, errors);
    REQUIRE_FALSE(errors.empty());
    CHECK(errors[0].where == "pair.potential.2.species");
}

TEST_CASE("an input that is not there is an input error") {
    CHECK(errors_of(root / "no_such.toml") ==
          "no_such.toml: the input file cannot be opened; is the name right?\n");
    CHECK(errors_of(root / "tests") == "tests: this is a folder; give the input file\n");
}

TEST_CASE("the committed manual page and schema are those of the program") {
    CHECK(text_of(root / "docs/input.md") == manual_page());
    CHECK(text_of(root / "docs/input.schema.json") == json_schema());
}

TEST_CASE("keys that may change when a run is resumed are marked") {
    CHECK(describe("run.threads").find("--resume: may change\n") != std::string::npos);
    CHECK(describe("parallel.layout").find("--resume: may change\n") != std::string::npos);
    CHECK(describe("thermo.columns").find("until thermo.csv is begun") != std::string::npos);
    CHECK(describe("neighbor.skin").find("--resume") == std::string::npos);
    CHECK(manual_page().find("| `threads` \\* |") != std::string::npos);
    CHECK(manual_page().find("| `skin` |") != std::string::npos);
}

TEST_CASE("keys are described by name, and misspelt names with advice") {
    CHECK(describe("neighbor.skin").find("default: none") != std::string::npos);
    CHECK(describe("skin") == describe("neighbor.skin"));
    CHECK(describe("stage.0.steps") == describe("stage.steps"));
    CHECK(describe("lennard_jones").find("depth of the well") != std::string::npos);
    CHECK_THROWS_AS(describe("neighbor.skni"), InputError);
    const std::string all = describe();
    const std::vector<KeyRow> rows = config_rows();
    for (const auto& [name, row] : flatten(rows)) {
        INFO(name);
        CHECK_FALSE(row->help.empty());
        CHECK(all.find(row->help) != std::string::npos);
    }
}

namespace {

/// A value of each plain kind that is inside the range of its row, and not its default.
std::string sample(const KeyRow& row) {
    const double low = std::max(row.range.low, -1000.0);
    const double number = std::min(row.range.high, std::max(low, 0.0) + 7);
    switch (row.kind) {
    case KeyKind::truth:
        return row.default_text == "true" ? "false" : "true";
    case KeyKind::integer:
        return to_toml(static_cast<std::int64_t>(number));
    case KeyKind::number:
        return to_toml(number - 0.125);
    case KeyKind::text:
        return "\"some text\"";
    case KeyKind::choice:
        return to_toml(to_toml(row.choices[0]) == row.default_text ? row.choices[1]
                                                                   : row.choices[0]);
    case KeyKind::choices:
        return to_toml(std::vector<std::string>{row.choices.back()});
    case KeyKind::three_numbers:
        return "[7.5, 8.5, 9.5]";
    case KeyKind::three_truths:
        return "[false, true, false]";
    case KeyKind::three_integers:
        return "[7, 8, 9]";
    case KeyKind::numbers:
        return "[7.5]";
    case KeyKind::texts:
        return "[\"X\", \"Y\"]";
    case KeyKind::counts:
        return "{ \"X\" = 7 }";
    case KeyKind::amounts:
        return "{ \"X\" = 7.5 }";
    case KeyKind::table:
    case KeyKind::tables:
        break;
    }
    return {};
}

/// Reads a text without the checks that join keys, and writes it again.
std::string reread(const std::string& text, ErrorList& errors) {
    const Units units(UnitSystem::metal);
    Config config;
    const TomlValue parsed = parse_toml(text, "row", errors);
    SettingsReader(units, {}, errors).read_table(parsed, {}, config);
    TomlWriter writer;
    writer.write(config, {});
    return writer.text();
}

} // namespace

TEST_CASE("every row of the input reads, keeps and writes a value") {
    const std::vector<KeyRow> rows = config_rows();
    std::vector<std::string> tables;
    for (const auto& [name, row] : flatten(rows)) {
        if (row->kind == KeyKind::tables || row->kind == KeyKind::table) {
            tables.push_back(name);
            continue;
        }
        INFO(name);
        const std::string table = name.substr(0, name.rfind('.'));
        const bool list = table == "region" || table == "species" || table == "stage" ||
                          table == "pair.potential" || table == "many_body" ||
                          table == "system.lattice.mixture" || table == "stage.deform";
        const std::string line = row->name + " = " + sample(*row) + "\n";
        const std::string condition = row->condition.empty() ? "" : row->condition + "\n";
        const std::string around = table.starts_with("stage.") ? "[[stage]]\n" : "";
        const std::string text =
            around + (list ? "[[" + table + "]]\n" : "[" + table + "]\n") + condition + line;
        ErrorList errors;
        const std::string once = reread(text, errors);
        for (const Diagnostic& found :
             errors.sorted()) { // other keys are missing, this one is fine
            CHECK(found.message.find("is missing") != std::string::npos);
        }
        CHECK(once.find("\n" + line) != std::string::npos);
        CHECK(sample(*row) != row->default_text);
        ErrorList again;
        CHECK(reread(once, again) == once);
    }
    CHECK(tables.size() >= 15);
}
