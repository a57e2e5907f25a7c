// SPDX-License-Identifier: BSD-3-Clause
#include "output/whole_files.hpp"

#include <optional>

#include "output/checksum.hpp"

namespace mdsim {

namespace {

constexpr const char* list_name = "/files";

SumsLog open_list(const std::string& path) {
    const std::optional<SumsContent> content = SumsContent::read(path);
    if (!content || content->commits() == 0) return SumsLog(path, "files");
    return SumsLog(path, content->state(content->commits() - 1));
}

} // namespace

std::string whole_sums_path(const std::string& folder) { return sums_path(folder + list_name); }

void write_with_sum(const std::string& path, std::span<const std::byte> content,
                    Durability durability) {
    SumsLog list = open_list(whole_sums_path(folder_of(path)));
    list.add({SumKind::whole, 0, content.size(), checksum_of(content), 0, 0,
              path.substr(path.rfind('/') + 1)});
    list.commit(0, 0);
    write_atomically(path, content, durability);
}

} // namespace mdsim
