// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace mdsim {

/// Asks the system to back a large block of memory by large pages; does nothing for small blocks or
/// where the system has none. To be called before the memory is touched.
void prefer_huge_pages(void* start, std::size_t bytes);

} // namespace mdsim
