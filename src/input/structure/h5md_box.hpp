// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "core/box.hpp"
#include "input/structure/cell_frame.hpp"
#include "input/structure/h5md_element.hpp"

namespace mdsim::source {

/// A box of an H5MD file and the frame in which its edges are lower-triangular.
struct H5mdBox {
    Box box;
    CellFrame frame;
};

/// Reads the box that belongs to a frame of the position element; `group` is its particles group.
/// Throws InputError.
H5mdBox read_h5md_box(const Hdf5File& file, const std::string& group, const H5mdElement& position,
                      std::int64_t frame);

} // namespace mdsim::source
