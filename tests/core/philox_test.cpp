// SPDX-License-Identifier: BSD-3-Clause
#include "core/philox.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

void check(PhiloxBlock counter, PhiloxKey key, PhiloxBlock expected) {
    const PhiloxBlock found = philox(counter, key);
    for (int i = 0; i < 4; ++i) CHECK(found.word[i] == expected.word[i]);
}

} // namespace

// The known-answer vectors of the Random123 distribution (Salmon et al. 2011), philox4x32, 10
// rounds.
TEST_CASE("Philox4x32-10 gives the published answers", "[philox]") {
    check({{0, 0, 0, 0}}, {{0, 0}}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
    check({{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, {{0xffffffff, 0xffffffff}},
          {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
    check({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, {{0xa4093822, 0x299f31d0}},
          {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}
