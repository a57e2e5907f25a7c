// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <string>

#include "ops/devices.hpp"
#include "support/catch_session.hpp"

int main(int argc, char** argv) {
    std::string why;
    if (mdsim::find_devices(why).empty()) {
        std::printf("skipped: %s\n", why.c_str());
        return 77;
    }
    return run_catch_session(argc, argv);
}
