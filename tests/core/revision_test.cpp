// SPDX-License-Identifier: BSD-3-Clause
#include "core/revision.hpp"

#include <optional>

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("who has seen a revision knows whether it still holds", "[revision]") {
    Revision now;
    std::optional<Revision> seen;
    CHECK(seen != now);
    seen = now;
    CHECK(seen == now);
    now.advance();
    CHECK(seen != now);
}
