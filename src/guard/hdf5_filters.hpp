// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "guard/hdf5_layout.hpp"

namespace mdsim::guard {

/// Lets the library load no code that a file asks for: filters are the built-in ones, or none.
void forbid_hdf5_plugins();

/// Reads the filters of chunks into `layout`. Returns what speaks against them: one that is not
/// built in, cannot be trusted, or has parameters of other chunks; empty if nothing does.
std::string read_filters(hid_t creation, Hdf5Layout& layout);

/// What speaks against one stored chunk, empty if nothing does: undone, its filters must give the
/// size of a chunk. `skipped` has a bit for each filter that the chunk was stored without.
///
/// The library believes what a chunk says of itself, and would read or write beyond its buffers.
std::string stored_chunk_objection(const Hdf5Layout& layout, std::vector<std::byte> stored,
                                   unsigned skipped);

} // namespace mdsim::guard
