// SPDX-License-Identifier: BSD-3-Clause
#include "report/transport_text.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a run says whether positions are packed, and why") {
    CHECK(packing_text({}).empty());
    CHECK(packing_text({true, 0, 0}) == "positions travel packed between ranks");
    CHECK(
        packing_text({true, 11.9e6, 900e6}) ==
        "positions travel packed to other hosts: a rank sends 11.9 MB/s there, and packs 900 MB/s");
    CHECK(packing_text({false, 2000e6, 900e6}) ==
          "positions travel as they are to other hosts: a rank sends 2000 MB/s there, and packs "
          "900 MB/s");
}
