// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

#include "input/structure/extxyz_header.hpp"
#include "input/structure/text.hpp"
#include "state/structure.hpp"

namespace mdsim::source {

/// Reads the atom lines of a frame into `structure`, whose total is set already: the species of
/// all lines, so that every caller numbers them alike, the numbers of the id block only. Ids are
/// the ranks of the column `id` in ascending order, or the places of the lines where there is none.
/// Masses are left in the file's unit.
void read_xyz_rows(std::string_view body, std::int64_t first_line, const XyzHeader& header,
                   IdBlock block, Structure& structure, Findings& findings);

} // namespace mdsim::source
