// SPDX-License-Identifier: BSD-3-Clause
#include "output/undo_image.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/checksum.hpp"

namespace mdsim::h5 {

namespace {

constexpr std::string_view magic = "mdsim undo 1\n";

struct Image {
    std::uint64_t file_size = 0;
    bool may_shrink = false; ///< the file may be shorter now than it was
    std::vector<FileRegion> regions;
    FileRegion identity; ///< bytes that never change
};

class Packer {
  public:
    void number(std::uint64_t value) {
        for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    void region(const FileRegion& region) {
        number(region.offset);
        number(region.bytes.size());
        bytes_.insert(bytes_.end(), region.bytes.begin(), region.bytes.end());
    }
    void text(std::string_view text) {
        const auto bytes = bytes_of(text);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

  private:
    std::vector<std::byte> bytes_;
};

class Unpacker {
  public:
    Unpacker(std::span<const std::byte> bytes, std::string path)
        : bytes_(bytes), path_(std::move(path)) {}
    std::span<const std::byte> take(std::uint64_t size) {
        if (size > bytes_.size())
            throw InputError(path_, "this file is damaged: it ends too early");
        const auto taken = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return taken;
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        const auto bytes = take(8);
        for (std::size_t i = 8; i-- > 0;) value = value << 8 | static_cast<std::uint64_t>(bytes[i]);
        return value;
    }
    FileRegion region() {
        FileRegion region;
        region.offset = number();
        const auto bytes = take(number());
        region.bytes.assign(bytes.begin(), bytes.end());
        return region;
    }

  private:
    std::span<const std::byte> bytes_;
    std::string path_;
};

/// Where the name of the run stands in the first mebibyte; nothing where it does not.
std::optional<FileRegion> identity_in(const PosixFile& file, const std::string& run_id) {
    MDSIM_REQUIRE(!run_id.empty());
    std::vector<std::byte> start(std::min<std::uint64_t>(file.size(), std::uint64_t{1} << 20));
    file.read_at(0, start);
    const auto wanted = bytes_of(run_id);
    const auto found = std::search(start.begin(), start.end(), wanted.begin(), wanted.end());
    if (found == start.end()) return std::nullopt;
    return FileRegion{static_cast<std::uint64_t>(found - start.begin()),
                      {wanted.begin(), wanted.end()}};
}

FileRegion find_identity(const PosixFile& file, const std::string& run_id) {
    std::optional<FileRegion> found = identity_in(file, run_id);
    if (!found)
        throw EnvironmentError(file.path() + ": the name of the run is not in its first bytes: the "
                                             "file was damaged, cut or written over");
    return *std::move(found);
}

std::vector<std::byte> packed(const Image& image) {
    Packer packer;
    packer.text(magic);
    packer.number(image.file_size);
    packer.number(image.may_shrink ? 1 : 0);
    packer.region(image.identity);
    packer.number(image.regions.size());
    for (const FileRegion& region : image.regions) packer.region(region);
    packer.number(checksum_of(packer.bytes()));
    return packer.bytes();
}

Image read_image(const std::string& path) {
    const std::string content = read_file(path);
    const auto bytes = bytes_of(content);
    if (bytes.size() < magic.size() + 8 || content.compare(0, magic.size(), magic) != 0)
        throw InputError(path, "this is not an undo image of this version of mdsim");
    const auto body = bytes.first(bytes.size() - 8);
    if (Unpacker(bytes.last(8), path).number() != checksum_of(body))
        throw InputError(path, "this file is damaged: its checksum is wrong");
    Unpacker unpacker(body.subspan(magic.size()), path);
    Image image;
    image.file_size = unpacker.number();
    image.may_shrink = unpacker.number() != 0;
    image.identity = unpacker.region();
    const std::uint64_t regions = unpacker.number();
    for (std::uint64_t i = 0; i < regions; ++i) image.regions.push_back(unpacker.region());
    return image;
}

void check_identity(const PosixFile& file, const Image& image) {
    const FileRegion& identity = image.identity;
    std::vector<std::byte> now(identity.bytes.size());
    if (file.size() >= identity.offset + now.size()) file.read_at(identity.offset, now);
    if (now != identity.bytes)
        throw InputError(file.path(),
                         "this is not the file that " + undo_image_path(file.path()) +
                             " belongs to; put the right file back or remove the image");
    if (!image.may_shrink && file.size() < image.file_size)
        throw InputError(file.path(),
                         "the file has " + std::to_string(file.size()) + " bytes, but had " +
                             std::to_string(image.file_size) +
                             " when it was last brought to the disk: it was cut; bring "
                             "it back whole, or start anew with --overwrite");
}

} // namespace

std::string undo_image_path(const std::string& file) { return file + ".undo"; }

void save_undo_image(const std::string& path, const std::vector<std::uint64_t>& headers,
                     Change change, const std::string& run_id) {
    PosixFile file(path, FileMode::update);
    file.sync();
    Image image;
    image.file_size = file.size();
    image.may_shrink = change == Change::any;
    image.identity = find_identity(file, run_id);
    image.regions.push_back(superblock_of(file));
    for (const std::uint64_t header : headers)
        for (FileRegion& region : dataset_metadata(file, header, change))
            image.regions.push_back(std::move(region));
    write_atomically(undo_image_path(path), packed(image), Durability::power);
}

bool restore_undo_image(const std::string& path) {
    const std::string image_path = undo_image_path(path);
    if (!file_exists(image_path)) return false;
    const Image image = read_image(image_path);
    PosixFile file(path, FileMode::update);
    check_identity(file, image);
    for (const FileRegion& region : image.regions) file.write_at(region.offset, region.bytes);
    file.truncate(image.file_size);
    file.sync();
    return true;
}

std::optional<CommittedBytes> committed_bytes(const std::string& path) {
    const std::string image_path = undo_image_path(path);
    if (!file_exists(image_path)) return std::nullopt;
    Image image = read_image(image_path);
    check_identity(PosixFile(path, FileMode::read), image);
    return CommittedBytes{image.file_size, std::move(image.regions)};
}

bool names_run(const std::string& path, const std::string& run_id) {
    return identity_in(PosixFile(path, FileMode::read), run_id).has_value();
}

void discard_undo_image(const std::string& path) { remove_file(undo_image_path(path)); }

} // namespace mdsim::h5
