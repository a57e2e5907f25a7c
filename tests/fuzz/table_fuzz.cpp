// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either read as a table of energies and forces, whole, or refused with InputError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/error.hpp"
#include "input/table_file.hpp"

namespace {

/// Whether a table keeps the promises of its type.
bool is_whole(const mdsim::TableFile& table) {
    const std::size_t n = table.r.size();
    bool good = n >= 2 && table.energy.size() == n && table.force.size() == n && table.r[0] > 0;
    for (std::size_t i = 0; good && i < n; ++i) {
        good = std::isfinite(table.r[i]) && std::isfinite(table.energy[i]) &&
               std::isfinite(table.force[i]) && (i == 0 || table.r[i - 1] < table.r[i]);
    }
    return good;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const char* section = data[0] % 2 == 0 ? "" : "SOFT"; // the first byte chooses the section
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        if (!is_whole(mdsim::parse_table(text, "fuzz", section))) std::abort();
    } catch (const mdsim::InputError&) {
        return 0;
    }
    return 0;
}
