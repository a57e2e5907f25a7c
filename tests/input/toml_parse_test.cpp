// SPDX-License-Identifier: BSD-3-Clause
#include "input/toml_parse.hpp"

#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr std::string_view text = "a = 1\n"
                                  "[run]\n"
                                  "seed = 7\n"
                                  "[[stage]]\n"
                                  "name = \"first\"\n"
                                  "[[stage]]\n"
                                  "name = \"second\"\n"
                                  "steps = 5\n"
                                  "list = [1.5, true, \"x\"]\n";

TomlValue parsed() {
    ErrorList errors;
    TomlValue root = parse_toml(text, "f.toml", errors);
    REQUIRE(errors.empty());
    return root;
}

std::string fault_of(std::string_view broken) {
    ErrorList errors;
    const TomlValue root = parse_toml(broken, "f.toml", errors);
    CHECK(root.table() != nullptr);
    return errors.empty() ? "" : errors.sorted().at(0).where + " " + errors.sorted().at(0).message;
}

std::int64_t integer(const TomlValue& value) { return std::get<std::int64_t>(value.data); }

std::string override_fault(std::string_view assignment) {
    TomlValue root = parsed();
    ErrorList errors;
    apply_override(root, assignment, errors);
    return errors.empty() ? "" : errors.sorted().at(0).where + ": " + errors.sorted().at(0).message;
}

} // namespace

TEST_CASE("values know their lines") {
    const TomlValue root = parsed();
    CHECK(root.find("a")->place.text() == "f.toml:1");
    CHECK(root.find("run")->place.text() == "f.toml:2");
    CHECK(root.find("run")->find("seed")->place.text() == "f.toml:3");
    const TomlArray& stages = *root.find("stage")->array();
    REQUIRE(stages.size() == 2);
    CHECK(stages[1].place.text() == "f.toml:6");
    CHECK(stages[1].find("steps")->place.text() == "f.toml:8");
    CHECK(stages[1].find("list")->array()->size() == 3);
    CHECK(root.find("b") == nullptr);
}

TEST_CASE("what is no TOML is told with its line") {
    CHECK(fault_of("a = 1\nb = = 2\n").find("f.toml:2 not valid TOML") == 0);
    CHECK(fault_of("a = 1\na = 2\n").find("f.toml:2 not valid TOML") == 0);
    CHECK(fault_of("a = \"\xff\"\n").find("not valid TOML") != std::string::npos);
    CHECK(fault_of("a = \"\xff\"\n").find("UTF-8: is this one?") != std::string::npos);
    CHECK(fault_of("a = fcc\n").find("texts need quotes") != std::string::npos);
    CHECK(fault_of("a = 20,000\n").find("20_000") != std::string::npos);
    CHECK(fault_of("a = \u221220\n").find("typographic minus") != std::string::npos);
    CHECK(fault_of("a = 20x # \u201c\n").find("typographic") == std::string::npos);
    CHECK(fault_of("[[a]]\n[a]\n").find("[[stage]]") != std::string::npos);
    CHECK(fault_of("a = 0,005\n").find("decimals a point") != std::string::npos);
    CHECK(fault_of("b = = 2\n").find("quotes") == std::string::npos);
    CHECK(fault_of("[\n") == "f.toml not valid TOML: a key or header is incomplete");
    CHECK(fault_of("a = 1\n\u00e9 = 2\n").find("f.toml:2 not valid TOML") == 0);
    CHECK(fault_of("a = 1e400\n").find("not representable") != std::string::npos);
    CHECK(fault_of("").empty());
    CHECK(fault_of("# ............................................................\n").empty());
}

TEST_CASE("deep nesting is refused, not followed") {
    std::string key = "a";
    for (int i = 0; i < 100000; ++i) {
        key += ".a";
    }
    CHECK(fault_of(key + " = 1").find("more than 50 parts") != std::string::npos);
    CHECK(fault_of("[" + key + "]").find("more than 50 parts") != std::string::npos);
    CHECK_FALSE(fault_of("a = " + std::string(100000, '[')).empty());
    CHECK_FALSE(fault_of("a = " + std::string(60, '[') + std::string(60, ']')).empty());
}

TEST_CASE("overrides replace and add values") {
    TomlValue root = parsed();
    ErrorList errors;
    apply_override(root, "run.seed=8", errors);
    apply_override(root, "run.precision=double", errors);
    apply_override(root, "new.table.key = [1, 2]", errors);
    apply_override(root, "stage.0.steps=3", errors);
    apply_override(root, "stage.second.steps=4", errors);
    apply_override(root, "stage.1.list.2=9", errors);
    CHECK(errors.empty());
    CHECK(integer(*root.find("run")->find("seed")) == 8);
    CHECK(root.find("run")->find("seed")->place.text() == "--set run.seed");
    CHECK(std::get<std::string>(root.find("run")->find("precision")->data) == "double");
    CHECK(root.find("new")->find("table")->find("key")->array()->size() == 2);
    const TomlArray& stages = *root.find("stage")->array();
    CHECK(integer(*stages[0].find("steps")) == 3);
    CHECK(integer(*stages[1].find("steps")) == 4);
    CHECK(integer(stages[1].find("list")->array()->at(2)) == 9);
}

TEST_CASE("overrides that cannot be applied are errors") {
    CHECK(override_fault("run") == "--set run: found 'run'; expected section.key=value");
    CHECK(override_fault("=3") == "--set : found '=3'; expected section.key=value");
    CHECK(override_fault("run..seed=3") == "--set run..seed: found 'run..seed=3'; expected "
                                           "section.key=value");
    CHECK(override_fault("stage.third.steps=3") ==
          "--set stage.third.steps: no entry 'third' in a list of 2; give a number from 0 or the "
          "name of an entry");
    CHECK(override_fault("run.seed.x=3") ==
          "--set run.seed.x: 'x' lies inside something that is no table");
    CHECK(override_fault("run.author=two words") ==
          "--set run.author: 'two words' is no value in TOML; text with blanks or signs needs "
          "quotes: section.key='\"some text\"'");
    CHECK(override_fault("run.seed=1\nother=2").find("is no value in TOML") != std::string::npos);
}
