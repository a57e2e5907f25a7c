// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either read as a file of embedded atoms, whole, or refused with InputError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "input/potential/eam_file.hpp"

namespace {

bool finite(const std::vector<double>& numbers, std::size_t count) {
    bool good = numbers.size() == count;
    for (const double x : numbers) good = good && std::isfinite(x);
    return good;
}

/// Whether a file keeps the promises of its type.
bool is_whole(const mdsim::EamFile& file) {
    const std::size_t n = file.elements.size();
    bool good = n > 0 && file.spacing > 0 && file.density_spacing > 0 && file.cutoff > 0;
    if (!good) return false;
    const std::size_t distances = file.elements[0].density.at(0).size();
    const std::size_t densities = file.elements[0].embedding.size();
    for (const mdsim::EamFileElement& e : file.elements) {
        good = good && e.mass > 0 && !e.name.empty() && finite(e.embedding, densities);
        good = good && (e.density.size() == 1 || e.density.size() == n);
        for (const auto& density : e.density) good = good && finite(density, distances);
        if (file.of_one_element()) good = good && n == 1 && finite(e.charge, distances);
    }
    good = good && (file.of_one_element() || file.pair_times_r.size() == n * (n + 1) / 2);
    for (const auto* functions : {&file.pair_times_r, &file.dipole, &file.quadrupole})
        for (const auto& pair : *functions) good = good && finite(pair, distances);
    return good;
}

bool has_angular(const mdsim::EamFile& file) {
    return file.dipole.size() == file.pair_times_r.size() &&
           file.quadrupole.size() == file.pair_times_r.size() && !file.of_one_element();
}

/// Whether it is read whole or refused.
template <class Parse, class IsWhole>
bool keeps_promise(std::string_view text, const Parse& parse, const IsWhole& is_whole) {
    try {
        return is_whole(parse(text, "fuzz"));
    } catch (const mdsim::InputError&) {
        return true;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (!keeps_promise(text, mdsim::parse_eam, is_whole)) std::abort();
    const auto is_whole_adp = [](const auto& file) { return is_whole(file) && has_angular(file); };
    if (!keeps_promise(text, mdsim::parse_adp, is_whole_adp)) std::abort();
    return 0;
}
