// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim {

/// Name and version of the MPI library in use, as it gives them itself: "Open MPI v4.1.4".
std::string mpi_library();

} // namespace mdsim
