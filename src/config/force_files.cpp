// SPDX-License-Identifier: BSD-3-Clause
#include "config/force_files.hpp"

#include <type_traits>
#include <variant>

namespace mdsim {

namespace {

/// Calls `use` with each name.
template <class Sections, class Use> void for_each_file(Sections& sections, const Use& use) {
    for (auto& potential : sections.pair.potentials)
        if (auto* const file = potential_file(potential.potential)) use(*file);
    for (auto& functional : sections.functionals)
        std::visit(
            [&](auto& params) {
                if constexpr (requires { params.files; })
                    for (auto& file : params.files) use(file);
            },
            functional.functional);
}

} // namespace

std::vector<std::string*> force_files(SystemSections& sections) {
    std::vector<std::string*> files;
    for_each_file(sections, [&](std::string& file) { files.push_back(&file); });
    return files;
}

std::vector<const std::string*> force_files(const SystemSections& sections) {
    std::vector<const std::string*> files;
    for_each_file(sections, [&](const std::string& file) { files.push_back(&file); });
    return files;
}

} // namespace mdsim
