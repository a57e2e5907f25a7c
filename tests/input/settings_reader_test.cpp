// SPDX-License-Identifier: BSD-3-Clause
#include "input/settings_reader.hpp"

#include "input/collect_rows.hpp"
#include "input/convert_units.hpp"
#include "input/toml_parse.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

enum class Colour { red, dark_blue };

constexpr EnumNames<Colour, 2> enum_names(Colour) {
    return {{{"red", Colour::red}, {"dark_blue", Colour::dark_blue}}};
}

struct Round {
    static constexpr std::string_view name = "round";
    double radius = 0;
    static constexpr auto fields() {
        return std::make_tuple(field("radius", &Round::radius, Dimension::length, positive(),
                                     "how far it reaches", required()));
    }
};

struct Square {
    static constexpr std::string_view name = "square";
    double edge = 2;
    static constexpr auto fields() {
        return std::make_tuple(
            field("edge", &Square::edge, Dimension::length, positive(), "its side"));
    }
};

struct Inner {
    double heat = 1;
    std::optional<std::vector<double>> weights;
    static constexpr auto fields() {
        return std::make_tuple(
            field("heat", &Inner::heat, Dimension::temperature, at_least(0), "how hot"),
            field("weights", &Inner::weights, Dimension::mass, above(0), "how heavy"));
    }
};

struct Outer {
    int count = 3;
    std::int64_t steps = 0;
    bool on = false;
    std::string text = "t";
    Vec3<double> edges{1, 1, 1};
    std::array<bool, 3> periodic{};
    std::array<int, 3> grid{};
    std::vector<std::string> names;
    std::map<std::string, std::int64_t> counts;
    std::map<std::string, double> amounts;
    Colour colour = Colour::red;
    std::vector<Colour> colours;
    std::variant<Round, Square> shape;
    Inner inner;
    std::vector<Inner> parts;
    double share = 0.5;

    static constexpr auto fields() {
        using S = Outer;
        return std::make_tuple(
            field("count", &S::count, Dimension::none, at_least(1), "a count"),
            field("steps", &S::steps, Dimension::none, any(), "steps"),
            field("on", &S::on, "a switch"), field("text", &S::text, "a text"),
            field("edges", &S::edges, Dimension::length, positive(), "edges"),
            field("periodic", &S::periodic, "periodic"),
            field("grid", &S::grid, Dimension::none, at_least(0), "grid"),
            field("names", &S::names, "names"),
            field("counts", &S::counts, Dimension::none, at_least(0), "counts"),
            field("amounts", &S::amounts, Dimension::none, positive(), "amounts"),
            field("colour", &S::colour, "colour"), field("colours", &S::colours, "colours"),
            field("shape", &S::shape, "its shape", required()),
            field("inner", &S::inner, "a table"), field("part", &S::parts, "a list"),
            field("share", &S::share, Dimension::none, between(0, 1), "a share"));
    }
};

const std::vector<std::string> keys{"other.distant"};

/// The errors of a text, one a line, without the name of the file.
std::string errors_of(std::string_view text, Outer& out, UnitSystem system = UnitSystem::metal) {
    ErrorList errors;
    const TomlValue root = parse_toml(text, "f", errors);
    const Units units(system);
    SettingsReader(units, keys, errors).read_table(root, {}, out);
    std::string lines;
    for (const Diagnostic& error : errors.sorted()) {
        lines += error.where.substr(error.where.find(':') + 1) + ": " + error.message + "\n";
    }
    return lines;
}

std::string fault_of(std::string_view text) {
    Outer out;
    return errors_of("shape = \"square\"\n" + std::string(text), out);
}

} // namespace

TEST_CASE("settings are read by their rows") {
    Outer out;
    CHECK(errors_of("count = 4\nsteps = 1e6\non = true\ntext = 'x'\nedges = [1, 2.5, 3]\n"
                    "periodic = [true, false, true]\ngrid = [1, 2, 3]\nnames = 'A'\n"
                    "counts = { A = 5, B = 6 }\namounts = { A = 4, B = 0.5 }\ncolour = "
                    "'dark_blue'\ncolours = ['red', 'red']\n"
                    "shape = 'round'\nradius = 3\ninner.heat = 300\n"
                    "[[part]]\nheat = 1\n[[part]]\nweights = [1, 2]\n",
                    out) == "");
    CHECK(out.count == 4);
    CHECK(out.steps == 1000000);
    CHECK(out.on);
    CHECK(out.text == "x");
    CHECK(out.edges == Vec3<double>{1, 2.5, 3});
    CHECK(out.periodic == std::array{true, false, true});
    CHECK(out.grid == std::array{1, 2, 3});
    CHECK(out.names == std::vector<std::string>{"A"});
    CHECK(out.counts == std::map<std::string, std::int64_t>{{"A", 5}, {"B", 6}});
    CHECK(out.amounts == std::map<std::string, double>{{"A", 4}, {"B", 0.5}});
    CHECK(out.colour == Colour::dark_blue);
    CHECK(out.colours == std::vector{Colour::red, Colour::red});
    REQUIRE(std::holds_alternative<Round>(out.shape));
    CHECK(std::get<Round>(out.shape).radius == 3);
    CHECK(out.inner.heat == 300);
    REQUIRE(out.parts.size() == 2);
    CHECK(out.parts[1].weights == std::vector{1.0, 2.0});
    CHECK(out.share == 0.5);
}

TEST_CASE("each wrong value is told with what was found and what is allowed") {
    CHECK(fault_of("count = 'x'") == "2: count: found the text \"x\"; expected a whole number\n");
    CHECK(fault_of("count = 1.5") == "2: count: found 1.5; expected a whole number\n");
    CHECK(fault_of("count = 0") == "2: count: found 0; allowed: between 1 and 2147483647\n");
    CHECK(fault_of("count = 3000000000") ==
          "2: count: found 3000000000; allowed: between 1 and 2147483647\n");
    CHECK(fault_of("steps = 1e300") == "2: steps: found 1e+300; expected a whole number\n");
    CHECK(fault_of("on = 1") == "2: on: found 1; expected true or false\n");
    CHECK(fault_of("text = 1") == "2: text: found 1; expected text in quotes\n");
    CHECK(fault_of("text = 1979-05-27") == "2: text: found a date; expected text in quotes\n");
    CHECK(fault_of("edges = [1, 2]") ==
          "2: edges: found a list of 2; expected a list of 3 numbers [Angstrom]\n");
    CHECK(fault_of("edges = [1, -2, 3]") == "2: edges: found -2; allowed: above 0 [Angstrom]\n");
    CHECK(fault_of("edges = [1, nan, 3]") == "2: edges: found nan; expected a finite number\n");
    CHECK(fault_of("share = inf") == "2: share: found inf; expected a finite number\n");
    CHECK(fault_of("share = 1.01") == "2: share: found 1.01; allowed: between 0 and 1\n");
    CHECK(fault_of("periodic = true") ==
          "2: periodic: found true; expected a list of 3 of true or false\n");
    CHECK(fault_of("names = [1]") == "2: names: found 1; expected text in quotes\n");
    CHECK(fault_of("counts = [1]") == "2: counts: found a list of 1; expected a table of names and "
                                      "whole numbers, { A = 100, B = 50 }\n");
    CHECK(fault_of("counts = { A = -1 }") == "2: counts.A: found -1; allowed: at least 0\n");
    CHECK(fault_of("amounts = 3") ==
          "2: amounts: found 3; expected a table of names and numbers, { A = 0.8, B = 0.2 }\n");
    CHECK(fault_of("amounts = { A = 0 }") == "2: amounts.A: found 0; allowed: above 0\n");
    CHECK(fault_of("colour = 'blue'") ==
          "2: colour: found the text \"blue\"; allowed: red, dark_blue\n");
    CHECK(fault_of("colour = 'dark-blue'") == "2: colour: found the text \"dark-blue\"; allowed: "
                                              "red, dark_blue; did you mean \"dark_blue\"?\n");
    CHECK(fault_of("colours = ['red', 3]") == "2: colours: found 3; allowed: red, dark_blue\n");
    CHECK(fault_of("inner = 3") == "2: inner: found 3; expected a table of keys\n");
    CHECK(fault_of("part = 3") ==
          "2: part: found 3; expected a list of tables, each headed by [[part]]\n");
    CHECK(fault_of("[[part]]\nheat = -1") == "3: part.0.heat: found -1; allowed: at least 0 [K]\n");
}

TEST_CASE("unknown and missing keys are told with advice") {
    CHECK(fault_of("[inner]\nhaet = 3") ==
          "3: unknown key 'haet' in [inner]; did you mean 'heat'?\n");
    CHECK(fault_of("[[part]]\ndistant = 3") ==
          "3: unknown key 'distant' in [[part]]; there is a key 'other.distant'\n");
    CHECK(fault_of("[inner]\nzzz = 3") ==
          "3: unknown key 'zzz' in [inner]; the keys here are: heat, weights\n");
    CHECK(fault_of("radius = 1").find("2: unknown section [radius]; ") == 0);
    Outer out;
    CHECK(errors_of("", out) == "1: the section [shape] is missing: its shape\n");
    CHECK(errors_of("shape = 'rond'\nradius = -1\nedge = 3", out) ==
          "1: shape: found the text \"rond\"; allowed: round, square; did you mean \"round\"?\n");
}

TEST_CASE("all errors of a text are told at once, in the order of its lines") {
    Outer out;
    CHECK(errors_of("count = 0\nshape = 'round'\non = 3\n[inner]\nheat = -1\n", out) ==
          "1: count: found 0; allowed: between 1 and 2147483647\n"
          "1: the section [radius] is missing: how far it reaches\n"
          "3: on: found 3; expected true or false\n"
          "5: inner.heat: found -1; allowed: at least 0 [K]\n");
}

TEST_CASE("numbers are converted by the dimension of their row") {
    Outer out;
    REQUIRE(errors_of("shape = 'round'\nradius = 3\nedges = [1, 2, 3]\ninner.heat = 300\n"
                      "[[part]]\nweights = [1, 2]\n",
                      out, UnitSystem::real) == "");
    const Units units(UnitSystem::real);
    convert_to_internal(units, out);
    CHECK(std::get<Round>(out.shape).radius == 3);
    CHECK(out.edges == Vec3<double>{1, 2, 3});
    CHECK(out.inner.heat == units.to_internal(Dimension::temperature, 300));
    CHECK(out.parts[0].heat == units.to_internal(Dimension::temperature, 1));
    CHECK(out.parts[0].weights->at(1) == units.to_internal(Dimension::mass, 2));
}

TEST_CASE("settings written as TOML read back the same") {
    Outer out;
    REQUIRE(errors_of(
                "count = 4\nedges = [0.1, 1e-300, 3e300]\ntext = \"quote \\\" back \\\\ \\u0007\"\n"
                "shape = 'round'\nradius = 0.3\ncounts = { \"a b\" = 1 }\n"
                "amounts = { c = 2, d = 0.1 }\n[[part]]\nweights = []\n",
                out) == "");
    TomlWriter writer;
    writer.write(out, {});
    Outer again;
    REQUIRE(errors_of(writer.text(), again) == "");
    TomlWriter second;
    second.write(again, {});
    CHECK(second.text() == writer.text());
    CHECK(again.edges == out.edges);
    CHECK(again.text == out.text);
    CHECK(again.counts == out.counts);
    CHECK(again.amounts == out.amounts);
}

TEST_CASE("rows as data say what the struct says") {
    const std::vector<KeyRow> rows = collect_rows<Outer>();
    const auto flat = flatten(rows);
    const auto row = [&](std::string_view name) -> const KeyRow& {
        for (const auto& [path, one] : flat) {
            if (path == name) {
                return *one;
            }
        }
        FAIL("no row " << name);
        return *flat.front().second;
    };
    CHECK(row("count").kind == KeyKind::integer);
    CHECK(row("count").default_text == "3");
    CHECK(row("colour").choices == std::vector<std::string>{"red", "dark_blue"});
    CHECK(row("shape").traits.is_required);
    CHECK(row("radius").condition == "shape = \"round\"");
    CHECK(row("part.heat").dimension == Dimension::temperature);
    CHECK(row("part.weights").default_text.empty());
}
