// SPDX-License-Identifier: BSD-3-Clause
#include <string>
#include <vector>

#include "output/utc_time.hpp"
#include "session/run_parts.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

RunPart part(const std::string& command, Step first) {
    RunPart p;
    p.provenance = {
        "0.1.0", "abc-dirty", "GCC", command, "/home/me", "a b", "cpu", "2026-01-31T12:00:00Z", 4,
        2};
    p.first = first;
    return p;
}

} // namespace

TEST_CASE("the parts of a run come back from their text") {
    const std::vector<RunPart> parts{part("mdsim 'a b.toml'", 0), part("mdsim --resume", 120)};
    const std::vector<RunPart> found = parts_of(parts_text(parts, 300));
    REQUIRE(found.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(named_words(found[i].provenance) == named_words(parts[i].provenance));
        CHECK(found[i].first == parts[i].first);
    }
}

TEST_CASE("a part ends where the next one begins, and the last where the run stands") {
    const std::string text = parts_text({part("a", 0), part("b", 120)}, 300);
    CHECK(text.find("\"last_step\": 120") < text.find("\"command\": \"b\""));
    CHECK(text.find("\"last_step\": 300") > text.find("\"command\": \"b\""));
    CHECK(text.find("\"last_step\": 300") != std::string::npos);
}

TEST_CASE("words that are no UTF-8 do not keep a checkpoint from being written") {
    CHECK(parts_of(parts_text({part("mdsim \xff.toml", 0)}, 0)).size() == 1);
}

TEST_CASE("a text that is no list of parts gives none") {
    for (const char* text : {"", "{", "{}", "[1]", "[{\"version\": 3}]", "[{\"ranks\": \"x\"}]"})
        CHECK(parts_of(text).empty());
    CHECK(parts_of("[{}]").size() == 1); // of a version that knew less
}

TEST_CASE("dates are in UTC") {
    const auto epoch = std::chrono::system_clock::time_point();
    CHECK(utc_text(epoch + std::chrono::hours(24 * 59) + std::chrono::seconds(1)) ==
          "1970-03-01T00:00:01Z");
}
