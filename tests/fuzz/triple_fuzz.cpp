// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either read as a file of triples, whole, or refused with InputError.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "input/potential/triple_file.hpp"

namespace {

/// Whether the entries of a file keep the promises of their type.
bool is_whole(const std::vector<mdsim::TripleFileEntry>& entries, std::size_t numbers) {
    std::set<std::array<std::string, 3>> triples;
    bool good = !entries.empty();
    for (const mdsim::TripleFileEntry& e : entries) {
        good = good && e.line > 0 && e.numbers.size() == numbers;
        good = good && triples.insert(e.elements).second;
        for (const std::string& name : e.elements) good = good && !name.empty();
        for (const double x : e.numbers) good = good && std::isfinite(x);
    }
    return good;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t numbers = data[0] % 2 == 0 ? 11 : 14; // as Stillinger-Weber, or Tersoff
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        if (!is_whole(mdsim::parse_triples(text, "fuzz", numbers), numbers)) std::abort();
    } catch (const mdsim::InputError&) {
        return 0;
    }
    return 0;
}
