// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim {

/// The compiler and its version: "GCC 12.2.0".
std::string compiler_text();

/// How this program was built, and the libraries that it runs with: "GCC 12.2.0, Release, Open MPI
/// v4.1.4, HDF5 1.10.8 serial, without CUDA".
std::string build_text();

} // namespace mdsim
