// SPDX-License-Identifier: BSD-3-Clause
#include "core/huge_pages.hpp"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace mdsim {

void prefer_huge_pages([[maybe_unused]] void* start, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    const std::uintptr_t first = (address + page - 1) / page * page;
    const std::uintptr_t last = (address + bytes) / page * page;
    // A request: where it is refused, pages stay small and all else the same.
    if (first < last)
        (void)::madvise(static_cast<char*>(start) + (first - address), last - first, MADV_HUGEPAGE);
#endif
}

} // namespace mdsim
