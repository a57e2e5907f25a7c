// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
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

/// The boxes of a particles group. Every failure throws InputError.
class H5mdBoxes {
  public:
    H5mdBoxes(const Hdf5File& file, const std::string& group);

    /// The box that belongs to a frame of the position element.
    H5mdBox at(const H5mdElement& position, std::int64_t frame) const;

  private:
    const Hdf5File& file_;
    H5mdElement edges_;
    std::array<bool, 3> periodic_{true, true, true};
    Vec3<double> origin_; ///< as the file has it, not turned
};

} // namespace mdsim::source
