// SPDX-License-Identifier: BSD-3-Clause
#include "machine/host_name.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace mdsim {

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unnamed host";
}

std::vector<std::string> host_names(const Communicator& comm) {
    const std::string own = host_name();
    std::vector<std::string> hosts;
    for (const auto& bytes :
         comm.gather(std::as_bytes(std::span<const char>(own.data(), own.size())))) {
        std::string name(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (std::find(hosts.begin(), hosts.end(), name) == hosts.end())
            hosts.push_back(std::move(name));
    }
    return hosts;
}

} // namespace mdsim
