// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace mdsim {

/// Whether this build has zlib.
bool can_deflate();

/// Replaces data by a zlib stream of them, which the filter deflate of HDF5 undoes. Needs
/// can_deflate().
///
/// Frequent bytes take fewer bits, at least one; repetitions are not looked for. That is fast, does
/// nearly as well for numbers that are packed, and never gives less than an eighth of the data.
void deflate(std::vector<std::byte>& data);

} // namespace mdsim
