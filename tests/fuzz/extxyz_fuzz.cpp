// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either read as an extended XYZ file, whole, or refused with InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "fuzz/whole_structure.hpp"
#include "input/structure/extxyz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    mdsim::ExtxyzOptions options; // the first byte chooses the frame, the rest is the file
    options.frame = static_cast<std::int64_t>(data[0] % 5) - 2;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        constexpr mdsim::IdBlock all{0, std::numeric_limits<std::int64_t>::max()};
        if (!mdsim::fuzz::is_whole(mdsim::parse_extxyz(text, "fuzz", options, all))) std::abort();
    } catch (const mdsim::InputError&) {
        return 0;
    }
    return 0;
}
