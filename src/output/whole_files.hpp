// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

#include "output/sums_log.hpp"

namespace mdsim {

/// Where the checksums of the files of a folder that are replaced as a whole lie.
std::string whole_sums_path(const std::string& folder);

/// Replaces the content of `path` as write_atomically() does, and notes its checksum first in the
/// list of its folder: the file has the last of its checksums there, or the last but one.
void write_with_sum(const std::string& path, std::span<const std::byte> content,
                    Durability durability);

} // namespace mdsim
