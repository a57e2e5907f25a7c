// SPDX-License-Identifier: BSD-3-Clause
#include "core/communicator_library.hpp"

#include <algorithm>
#include <array>

#include "core/communicator_session.hpp"

namespace mdsim {

std::string mpi_library() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    check_mpi(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
    std::string name(text.data(), static_cast<std::size_t>(length));
    name.resize(std::min(name.find('\n'), name.size()));
    name.resize(std::min(name.find(", package"), name.size()));
    return name;
}

} // namespace mdsim
