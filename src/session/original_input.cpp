// SPDX-License-Identifier: BSD-3-Clause
#include "session/original_input.hpp"

#include <fmt/format.h>

#include <system_error>

#include "output/durable_file.hpp"
#include "output/whole_files.hpp"

namespace mdsim {

namespace {

/// Gives a file the first free of the numbered names.
void set_aside(const RunFiles& files) {
    for (int i = 1;; ++i) {
        const std::string name = (files.folder / fmt::format("input.original.{}.toml", i)).string();
        if (file_exists(name)) continue;
        replace_file(files.original_input(), name);
        return;
    }
}

} // namespace

void keep_original_input(const InputText& input, const RunFiles& files) {
    std::error_code error;
    if (std::filesystem::equivalent(input.source, files.effective_input(), error)) return;
    const std::string path = files.original_input();
    if (file_exists(path)) {
        if (read_file(path) == input.original_text) return;
        set_aside(files);
    }
    write_with_sum(path, bytes_of(input.original_text), Durability::process);
}

} // namespace mdsim
