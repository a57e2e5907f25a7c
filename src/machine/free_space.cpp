// SPDX-License-Identifier: BSD-3-Clause
#include "machine/free_space.hpp"

namespace mdsim {

namespace fs = std::filesystem;

fs::path nearest_folder(const fs::path& folder) {
    std::error_code error;
    fs::path found = fs::absolute(folder, error);
    while (!fs::exists(found, error) && found != found.parent_path()) found = found.parent_path();
    return found;
}

double free_space(const fs::path& folder) {
    std::error_code error;
    const fs::space_info space = fs::space(folder, error);
    const bool known = !error && space.capacity > 0;
    return known ? static_cast<double>(space.available) : -1;
}

} // namespace mdsim
