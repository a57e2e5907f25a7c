// SPDX-License-Identifier: BSD-3-Clause
#include "setup/name_file_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace mdsim {

namespace {

constexpr const char* key = "system.file.types";

std::string listed(const std::vector<Species>& species) {
    std::string text;
    for (const Species& s : species) text += (text.empty() ? "" : ", ") + s.name;
    return text;
}

/// The numbers of all types. Throws InputError where one has a name.
std::vector<std::int64_t> numbers_of(const std::vector<Species>& species) {
    std::vector<std::int64_t> numbers;
    for (const Species& s : species) {
        const std::optional<std::int64_t> number = type_number(s.name);
        if (!number)
            throw InputError(
                key, fmt::format("the file names its types by itself ({}), and `types` is for "
                                 "files that number them; remove it, and use these names in "
                                 "[[species]], or change them in the file",
                                 listed(species)));
        numbers.push_back(*number);
    }
    return numbers;
}

/// Which name each number gets, "1 is A, 2 is B".
std::string names_by_file(const std::vector<Species>& before, const std::vector<Species>& after) {
    std::string text;
    for (std::size_t t = 0; t < before.size(); ++t)
        text += fmt::format("{}{} is {}", t == 0 ? "" : ", ", before[t].name, after[t].name);
    return text;
}

} // namespace

std::optional<std::int64_t> type_number(const std::string& name) {
    std::int64_t number = 0;
    const char* const end = name.data() + name.size();
    const auto result = std::from_chars(name.data(), end, number);
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return number;
}

void name_file_types(const std::vector<std::string>& types, FileTypes stated,
                     std::vector<Species>& species, std::vector<Diagnostic>& warnings) {
    const auto same = [](const std::string& name, const Species& s) { return name == s.name; };
    if (types.empty() || species.empty() ||
        std::equal(types.begin(), types.end(), species.begin(), species.end(), same))
        return;
    const std::vector<std::int64_t> numbers = numbers_of(species);
    const std::int64_t least = *std::min_element(numbers.begin(), numbers.end());
    const std::int64_t largest = *std::max_element(numbers.begin(), numbers.end());
    const std::int64_t base = least == 0 ? 0 : 1;
    const auto names = static_cast<std::int64_t>(types.size());
    if (least < 0)
        throw InputError(
            key, fmt::format("the file has a type {}; types are counted from 0 or 1", least));
    if (largest - base >= names)
        throw InputError(key, fmt::format("found {} names, but the file has a type {}; types are "
                                          "counted from {} here, so name {} of them",
                                          names, largest, base, largest - base + 1));
    if (stated == FileTypes::all && types.size() != species.size())
        throw InputError(key, fmt::format("found {} names, but the file has {} types; name each "
                                          "of them once, in the order of their numbers",
                                          names, species.size()));
    const std::vector<Species> before = species;
    for (std::size_t t = 0; t < species.size(); ++t)
        species[t].name = types[static_cast<std::size_t>(numbers[t] - base)];
    if (largest - base + 1 < names)
        warnings.push_back({key, fmt::format("found {} names, and fewer types in the frame: {}",
                                             names, names_by_file(before, species))});
}

} // namespace mdsim
