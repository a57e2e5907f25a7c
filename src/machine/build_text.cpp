// SPDX-License-Identifier: BSD-3-Clause
#include "machine/build_text.hpp"

#include <fmt/format.h>

#include "core/communicator_library.hpp"
#include "core/version.hpp"
#include "output/hdf5.hpp"

namespace mdsim {

namespace {

#if defined(__clang__)
constexpr const char* compiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* compiler = "GCC " __VERSION__;
#else
constexpr const char* compiler = "unknown compiler";
#endif

} // namespace

std::string compiler_text() { return compiler; }

std::string build_text() {
    return fmt::format("{}, {}, {}, HDF5 {} {}, {}", compiler, build_type(), mpi_library(),
                       h5::library_version(), h5::parallel_build() ? "parallel" : "serial",
                       cuda_release().empty() ? "without CUDA"
                                              : fmt::format("CUDA {}", cuda_release()));
}

} // namespace mdsim
