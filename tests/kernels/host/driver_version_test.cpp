// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/driver_version.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a driver must know what the program uses, and its toolkit", "[driver]") {
    CHECK(why_driver_too_old(12040, 12040).empty());
    CHECK(why_driver_too_old(12040, 12080).empty());
    CHECK(why_driver_too_old(13000, 12040).empty());
    CHECK(why_driver_too_old(13000, 13020).empty());
    CHECK_FALSE(why_driver_too_old(12020, 12040).empty());
    CHECK_FALSE(why_driver_too_old(12080, 13000).empty());
}

TEST_CASE("of a driver that is too old is told what it offers and what to do", "[driver]") {
    CHECK(why_driver_too_old(12020, 12080) ==
          "the GPU's driver offers CUDA 12.2, this program needs 12.4 or newer: update the driver "
          "(nvidia-smi shows what it offers)");
    CHECK(why_driver_too_old(12080, 13000) ==
          "the GPU's driver offers CUDA 12.8, this program needs 13.0 or newer: update the driver "
          "(nvidia-smi shows what it offers), or build with an older toolkit");
}
