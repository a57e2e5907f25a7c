// SPDX-License-Identifier: BSD-3-Clause
#include "app/host_name.hpp"

#include <unistd.h>

#include <array>

namespace mdsim {

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unnamed host";
}

} // namespace mdsim
