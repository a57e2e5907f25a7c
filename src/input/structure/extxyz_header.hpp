// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/box.hpp"
#include "input/structure/cell_frame.hpp"
#include "input/structure/text.hpp"

namespace mdsim::source {

/// A column of a frame, counted from 0, or -1 where the frame has none.
struct XyzColumns {
    std::int64_t species = -1;
    std::int64_t position = -1; ///< the first of three
    std::int64_t velocity = -1; ///< the first of three
    std::int64_t charge = -1;
    std::int64_t mass = -1;
    std::int64_t id = -1;
    std::int64_t count = 0;
};

/// The comment line of a frame, understood.
struct XyzHeader {
    Box box;
    CellFrame frame;
    XyzColumns columns;
    std::string units; ///< the unit system that the comment names; empty: none
};

/// Reads the comment line of a frame; records everything that is wrong or missing.
XyzHeader xyz_header(std::string_view comment, std::int64_t line, Findings& findings);

} // namespace mdsim::source
