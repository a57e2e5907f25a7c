// SPDX-License-Identifier: BSD-3-Clause
#include "session/effective_text.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("an effective input is read in its parts", "[resume]") {
    const EffectiveText text("[units]\nsystem = \"lj\"\n\n[system]\n\n[system.file]\n"
                             "path = \"../data/a = b.data\"\n\n[pair]\ncutoff = 2.5\n\n"
                             "[[pair.potential]]\nspecies = [\"A\", \"A\"]\n\n"
                             "[[pair.potential]]\ntype = \"table\"\nfile = \"t/x.table\"\n\n"
                             "# given: box: periodic = [true, true, true]\n# a remark = 1\n");
    REQUIRE(text.tables.size() == 6);
    CHECK(text.find("system.file")->values.at("path") == "\"a = b.data\"");
    CHECK(text.find("pair.potential.1")->values.at("file") == "\"x.table\"");
    CHECK(text.find("pair.potential.2") == nullptr);
    CHECK(text.all("pair.potential").size() == 2);
    CHECK(text.find("pair.potential.1")->values.size() == 2);
    CHECK(text.given == std::vector<std::string>{"box: periodic = [true, true, true]"});
}

TEST_CASE("entries of lists inside of entries have places of their own", "[resume]") {
    const EffectiveText text(
        "[[a]]\n[a.one]\n[[a.many]]\n[[a.many]]\n[[a]]\n[a.one]\n[[a.many]]\n");
    std::vector<std::string> places;
    for (const TextTable& table : text.tables) places.push_back(table.place);
    CHECK(places == std::vector<std::string>{"a.0", "a.0.one", "a.0.many.0", "a.0.many.1", "a.1",
                                             "a.1.one", "a.1.many.0"});
    CHECK(text.tables.back().name == "a.many");
}

TEST_CASE("a text that is no input has no parts", "[resume]") {
    CHECK(EffectiveText("").tables.empty());
    CHECK(EffectiveText("a = 1\n# given\n=\n").tables.empty());
}
