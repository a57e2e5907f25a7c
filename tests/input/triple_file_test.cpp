// SPDX-License-Identifier: BSD-3-Clause
#include "input/potential/triple_file.hpp"

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

std::string errors_in(std::string_view text) {
    try {
        parse_triples(text, "some.sw", 2);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a file of triples may break its lines anywhere and have comments", "[triple_file]") {
    const auto entries =
        parse_triples("# made up\n\nSi Si C 1.5 -2e-3\nC\nSi # and so on\nSi 3\n\t4", "some.sw", 2);
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].line == 3);
    CHECK(entries[0].elements == std::array<std::string, 3>{"Si", "Si", "C"});
    CHECK(entries[0].numbers == std::vector<double>{1.5, -2e-3});
    CHECK(entries[1].line == 4);
    CHECK(entries[1].elements == std::array<std::string, 3>{"C", "Si", "Si"});
    CHECK(entries[1].numbers == std::vector<double>{3, 4});
}

TEST_CASE("what is wrong with a file of triples is told with its line, all at once",
          "[triple_file]") {
    CHECK(errors_in("A A A 1 2\n").empty());
    CHECK(contains(errors_in("# nothing\n"), "holds no entry"));
    CHECK(
        contains(errors_in("A A A 1 2\nB B"), "some.sw:2: the entry that begins here ends after"));
    const std::string many = errors_in("A 1 A 1 x\nA A A 1 2\nA A A 1 inf\n");
    CHECK(contains(many, "some.sw:1: found '1' where the entry of line 1 has a name"));
    CHECK(contains(many, "some.sw:1: found 'x' where the entry of line 1 has its number 2 of 2"));
    CHECK(contains(many, "some.sw:3: found 'inf'"));
    CHECK(contains(many, "some.sw:3: A A A is there twice, in line 2 too"));
}
