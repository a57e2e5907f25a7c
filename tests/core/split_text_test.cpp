// SPDX-License-Identifier: BSD-3-Clause
#include "core/split_text.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a text is split where separators end its parts") {
    using Parts = std::vector<std::string>;
    CHECK(split_text("", '\n').empty());
    CHECK(split_text("a\nb\n", '\n') == Parts{"a", "b"});
    CHECK(split_text("a\nb", '\n') == Parts{"a", "b"});
    CHECK(split_text(",a,,b", ',') == Parts{"", "a", "", "b"});
    CHECK(split_text(",,", ',') == Parts{"", ""});
}
