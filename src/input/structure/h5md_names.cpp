// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_names.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace mdsim::source {

namespace {

constexpr const char* numbers_path = "/parameters/vmd_structure/indexOfSpecies";
constexpr const char* names_path = "/parameters/vmd_structure/name";

/// Whether the file has both lists, of the kinds and of the one length that they must have.
bool has_lists(const Hdf5File& file) {
    if (!file.is_dataset(numbers_path) || !file.is_dataset(names_path)) return false;
    const std::vector<std::int64_t> extent = file.shape(numbers_path);
    return extent.size() == 1 && file.shape(names_path) == extent &&
           file.kind(numbers_path) == Hdf5Kind::integer && file.kind(names_path) == Hdf5Kind::text;
}

} // namespace

std::map<std::int64_t, std::string> h5md_species_names(const Hdf5File& file) {
    if (!has_lists(file)) return {};
    const std::vector<std::int64_t> extent = file.shape(numbers_path);
    const std::vector<std::int64_t> numbers = file.integers(numbers_path, {0}, extent);
    const std::vector<std::string> names = file.texts(names_path, {0}, extent);
    std::map<std::int64_t, std::string> name_of;
    std::set<std::string> known;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool fresh = !names[i].empty() && known.insert(names[i]).second;
        if (!fresh || !name_of.emplace(numbers[i], names[i]).second) return {};
    }
    return name_of;
}

} // namespace mdsim::source
