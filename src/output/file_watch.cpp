// SPDX-License-Identifier: BSD-3-Clause
#include "output/file_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

void throw_touched(const std::string& path, const std::string& what) {
    throw EnvironmentError(
        fmt::format("{}: this file was {} while the run was writing to it: leave the files of a "
                    "run alone until "
                    "it has ended; bring the file back as it was, then go on with --resume",
                    path, what));
}

FileWatch::FileWatch(std::string path) : path_(std::move(path)) {
    const std::optional<FileIdentity> found = identity_of(path_);
    if (!found) throw_touched(path_, "removed");
    device_ = found->device;
    node_ = found->node;
    bytes_ = found->bytes;
}

void FileWatch::expect_untouched(std::int64_t least) {
    const std::optional<FileIdentity> found = identity_of(path_);
    if (!found) throw_touched(path_, "removed");
    if (found->device != device_ || found->node != node_)
        throw_touched(path_, "replaced by another file");
    bytes_ = std::max(bytes_, least);
    if (found->bytes < bytes_)
        throw_touched(path_, fmt::format("cut from {} to {} bytes", bytes_, found->bytes));
    bytes_ = found->bytes;
}

} // namespace mdsim
