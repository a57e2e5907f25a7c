// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "guard/hdf5_handle.hpp"

namespace mdsim::source {

/// The type in memory for reading texts of a stored type: as pointers, or in cells that end in 0.
guard::Hdf5Handle text_type(hid_t stored);

/// The texts of cells of one width [bytes], each up to its first 0.
std::vector<std::string> texts_of_cells(const std::vector<char>& cells, std::size_t width);

} // namespace mdsim::source
