// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mdsim::guard {

/// Whether this build has zlib. Without it chunks compressed by gzip are not looked into.
bool can_inflate();

/// Replaces data compressed by gzip's algorithm (a zlib stream) by what they were. Returns what is
/// wrong with them, empty if nothing is: they are no such stream, or give more than `most` bytes,
/// of which none is ever held in memory.
std::string inflate(std::vector<std::byte>& data, std::uint64_t most);

} // namespace mdsim::guard
