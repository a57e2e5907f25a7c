// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5_metadata.hpp"

#include <cstring>
#include <utility>

#include "core/error.hpp"

namespace mdsim::h5 {

namespace {

constexpr std::uint64_t undefined_address = ~std::uint64_t{0};
constexpr std::uint64_t tree_half_width = 32; ///< fixed by the format for superblock 0
constexpr std::uint64_t tree_head = 24;       ///< signature, type, level, entries, two siblings

std::uint64_t number_at(const std::vector<std::byte>& bytes, std::uint64_t offset, int size) {
    MDSIM_REQUIRE(offset + static_cast<std::uint64_t>(size) <= bytes.size());
    std::uint64_t value = 0;
    for (int i = size - 1; i >= 0; --i)
        value =
            value << 8 | static_cast<std::uint64_t>(bytes[offset + static_cast<std::uint64_t>(i)]);
    return value;
}

FileRegion region_at(const PosixFile& file, std::uint64_t offset, std::uint64_t size) {
    FileRegion region{offset, std::vector<std::byte>(size)};
    file.read_at(offset, region.bytes);
    return region;
}

struct ChunkIndex {
    std::uint64_t root = undefined_address;
    std::uint64_t key_size = 0; ///< size, filter mask and an offset for each direction [bytes]
};

ChunkIndex index_in(const std::vector<std::byte>& message) {
    constexpr std::uint64_t chunked = 2;
    MDSIM_REQUIRE(number_at(message, 0, 1) == 3);
    MDSIM_REQUIRE(number_at(message, 1, 1) == chunked);
    return {number_at(message, 3, 8), 8 + 8 * number_at(message, 2, 1)};
}

struct Header {
    std::vector<FileRegion> blocks;
    ChunkIndex index;
};

/// Reads the messages of one block of an object header; continuations are added to `header`.
void read_messages(const PosixFile& file, const FileRegion& block, std::uint64_t start,
                   Header& header) {
    constexpr std::uint64_t layout = 0x08;
    constexpr std::uint64_t continuation = 0x10;
    for (std::uint64_t at = start; at + 8 <= block.bytes.size();) {
        const std::uint64_t type = number_at(block.bytes, at, 2);
        const std::uint64_t size = number_at(block.bytes, at + 2, 2);
        const std::uint64_t body = at + 8;
        MDSIM_REQUIRE(body + size <= block.bytes.size());
        const auto first = block.bytes.begin() + static_cast<std::ptrdiff_t>(body);
        const std::vector<std::byte> message(first, first + static_cast<std::ptrdiff_t>(size));
        if (type == layout) header.index = index_in(message);
        if (type == continuation) {
            const FileRegion next =
                region_at(file, number_at(message, 0, 8), number_at(message, 8, 8));
            read_messages(file, next, 0, header);
            header.blocks.push_back(next);
        }
        at = body + size;
    }
}

Header read_header(const PosixFile& file, std::uint64_t address) {
    constexpr std::uint64_t prefix = 16;
    const FileRegion head = region_at(file, address, prefix);
    MDSIM_REQUIRE(number_at(head.bytes, 0, 1) == 1);
    const FileRegion block = region_at(file, address, prefix + number_at(head.bytes, 8, 4));
    Header header;
    read_messages(file, block, prefix, header);
    header.blocks.push_back(block);
    return header;
}

void add_tree(const PosixFile& file, const ChunkIndex& index, std::uint64_t address, Change change,
              std::vector<FileRegion>& regions) {
    const std::uint64_t pointers = 2 * tree_half_width;
    FileRegion node =
        region_at(file, address, tree_head + pointers * 8 + (pointers + 1) * index.key_size);
    MDSIM_REQUIRE(std::memcmp(node.bytes.data(), "TREE", 4) == 0);
    const std::uint64_t level = number_at(node.bytes, 5, 1);
    const std::uint64_t entries = number_at(node.bytes, 6, 2);
    if (level > 0 && entries > 0) {
        const std::uint64_t first = change == Change::appends ? entries - 1 : 0;
        for (std::uint64_t i = first; i < entries; ++i) {
            const std::uint64_t child = tree_head + index.key_size + i * (index.key_size + 8);
            add_tree(file, index, number_at(node.bytes, child, 8), change, regions);
        }
    }
    regions.push_back(std::move(node));
}

} // namespace

FileRegion superblock_of(const PosixFile& file) {
    constexpr std::uint64_t size = 96;
    FileRegion block = region_at(file, 0, size);
    MDSIM_REQUIRE(std::memcmp(block.bytes.data(), "\211HDF\r\n\032\n", 8) == 0);
    MDSIM_REQUIRE(number_at(block.bytes, 8, 1) == 0);  // version
    MDSIM_REQUIRE(number_at(block.bytes, 13, 1) == 8); // size of addresses [bytes]
    MDSIM_REQUIRE(number_at(block.bytes, 14, 1) == 8); // size of lengths [bytes]
    return block;
}

std::vector<FileRegion> dataset_metadata(const PosixFile& file, std::uint64_t header,
                                         Change change) {
    Header found = read_header(file, header);
    std::vector<FileRegion> regions = std::move(found.blocks);
    MDSIM_REQUIRE(found.index.key_size != 0);
    if (found.index.root != undefined_address)
        add_tree(file, found.index, found.index.root, change, regions);
    return regions;
}

} // namespace mdsim::h5
