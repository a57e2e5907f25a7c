// SPDX-License-Identifier: BSD-3-Clause
#include "output/committed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "output/checksum.hpp"
#include "output/undo_image.hpp"

namespace mdsim {

namespace {

template <class File>
std::uint64_t sum_of_piece(const File& file, std::uint64_t offset, std::uint64_t size) {
    constexpr std::uint64_t part = std::uint64_t{1} << 20;
    std::vector<std::byte> bytes(std::min(size, part));
    Checksum checksum;
    for (std::uint64_t done = 0; done < size; done += bytes.size()) {
        bytes.resize(std::min(part, size - done));
        file.read_at(offset + done, bytes);
        checksum.add(bytes);
    }
    return checksum.value();
}

} // namespace

CommittedFile::CommittedFile(const std::string& path)
    : file_(path, FileMode::read), size_(file_.size()) {
    std::optional<h5::CommittedBytes> committed = h5::committed_bytes(path);
    if (!committed) return;
    was_killed_ = true;
    size_ = committed->file_size;
    regions_ = std::move(committed->regions);
}

void CommittedFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
    if (offset > size_ || bytes.size() > size_ - offset)
        throw EnvironmentError(fmt::format("{}: the file ends at byte {}", path(), size_));
    // A run that was killed while it removed rows may have cut the file, and will make it longer.
    const std::uint64_t there = file_.size() > offset ? file_.size() - offset : 0;
    const auto held = bytes.first(std::min<std::uint64_t>(bytes.size(), there));
    file_.read_at(offset, held);
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(held.size()), bytes.end(), std::byte{0});
    for (const h5::FileRegion& region : regions_) {
        const std::uint64_t begin = std::max(offset, region.offset);
        const std::uint64_t end =
            std::min(offset + bytes.size(), region.offset + region.bytes.size());
        if (begin < end)
            std::copy_n(region.bytes.begin() + static_cast<std::ptrdiff_t>(begin - region.offset),
                        end - begin, bytes.begin() + static_cast<std::ptrdiff_t>(begin - offset));
    }
}

std::uint64_t CommittedFile::sum_of(std::uint64_t offset, std::uint64_t size) const {
    return sum_of_piece(*this, offset, size);
}

std::uint64_t sum_of(const PosixFile& file, std::uint64_t offset, std::uint64_t size) {
    return sum_of_piece(file, offset, size);
}

} // namespace mdsim
