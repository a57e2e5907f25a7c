// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5_metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim::h5 {

namespace {

constexpr std::uint64_t undefined_address = ~std::uint64_t{0};
constexpr std::uint64_t tree_half_width = 32; ///< fixed by the format for superblock 0
constexpr std::uint64_t tree_head = 24;       ///< signature, type, level, entries, two siblings

/// Throws EnvironmentError unless the bytes at `offset` are what HDF5 writes there.
void expect(bool right, const PosixFile& file, std::uint64_t offset, const char* what) {
    if (!right)
        throw EnvironmentError(fmt::format(
            "{}: there is no {} of HDF5 at byte {}: the file was damaged, cut or written over",
            file.path(), what, offset));
}

std::uint64_t number_at(const std::vector<std::byte>& bytes, std::uint64_t offset, int size) {
    MDSIM_REQUIRE(offset + static_cast<std::uint64_t>(size) <= bytes.size());
    std::uint64_t value = 0;
    for (int i = size - 1; i >= 0; --i)
        value =
            value << 8 | static_cast<std::uint64_t>(bytes[offset + static_cast<std::uint64_t>(i)]);
    return value;
}

FileRegion region_at(const PosixFile& file, std::uint64_t offset, std::uint64_t size) {
    const std::uint64_t end = file.size();
    expect(offset <= end && size <= end - offset, file, offset, "block of metadata");
    FileRegion region{offset, std::vector<std::byte>(size)};
    file.read_at(offset, region.bytes);
    return region;
}

struct ChunkIndex {
    std::uint64_t root = undefined_address;
    std::uint64_t key_size = 0; ///< size, filter mask and an offset for each direction [bytes]
    std::int64_t chunk_rows = 0;
};

/// Reads a data layout message; `at` is its place in the file.
ChunkIndex index_in(const PosixFile& file, std::uint64_t at,
                    const std::vector<std::byte>& message) {
    constexpr std::uint64_t chunked = 2;
    constexpr std::uint64_t most_directions = 33;
    expect(message.size() >= 15 && number_at(message, 0, 1) == 3 &&
               number_at(message, 1, 1) == chunked,
           file, at, "layout of chunks");
    const std::uint64_t directions = number_at(message, 2, 1);
    const auto rows = static_cast<std::int64_t>(number_at(message, 11, 4));
    expect(directions <= most_directions && rows > 0, file, at, "layout of chunks");
    return {number_at(message, 3, 8), 8 + 8 * directions, rows};
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
    constexpr std::size_t most_blocks = 1000; // a damaged header may lead back to itself
    for (std::uint64_t at = start; at + 8 <= block.bytes.size();) {
        const std::uint64_t type = number_at(block.bytes, at, 2);
        const std::uint64_t size = number_at(block.bytes, at + 2, 2);
        const std::uint64_t body = at + 8;
        expect(body + size <= block.bytes.size(), file, block.offset + at, "message");
        const auto first = block.bytes.begin() + static_cast<std::ptrdiff_t>(body);
        const std::vector<std::byte> message(first, first + static_cast<std::ptrdiff_t>(size));
        if (type == layout) header.index = index_in(file, block.offset + body, message);
        if (type == continuation) {
            expect(size >= 16 && header.blocks.size() < most_blocks, file, block.offset + at,
                   "object header");
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
    expect(number_at(head.bytes, 0, 1) == 1, file, address, "object header");
    const FileRegion block = region_at(file, address, prefix + number_at(head.bytes, 8, 4));
    Header header;
    read_messages(file, block, prefix, header);
    header.blocks.push_back(block);
    return header;
}

/// A node of a chunk index.
struct Node {
    FileRegion region;
    std::uint64_t key_size = 0;
    std::uint64_t level = 0;
    std::uint64_t entries = 0;

    std::uint64_t key(std::uint64_t i) const { return tree_head + i * (key_size + 8); }
    std::int64_t first_row(std::uint64_t i) const {
        return static_cast<std::int64_t>(number_at(region.bytes, key(i) + 8, 8));
    }
    std::uint64_t child(std::uint64_t i) const {
        return number_at(region.bytes, key(i) + key_size, 8);
    }
};

/// Reads a node; a child is one level below its parent, and the root's level bounds the depth.
Node node_at(const PosixFile& file, const ChunkIndex& index, std::uint64_t address,
             std::uint64_t highest) {
    constexpr std::uint64_t pointers = 2 * tree_half_width;
    Node node;
    node.region =
        region_at(file, address, tree_head + pointers * 8 + (pointers + 1) * index.key_size);
    node.key_size = index.key_size;
    node.level = number_at(node.region.bytes, 5, 1);
    node.entries = number_at(node.region.bytes, 6, 2);
    expect(std::memcmp(node.region.bytes.data(), "TREE", 4) == 0 && node.level <= highest &&
               node.entries <= pointers,
           file, address, "node of a chunk index");
    return node;
}

constexpr std::uint64_t highest_level = 16; ///< 64^16 chunks are more than a file can hold

void add_tree(const PosixFile& file, const ChunkIndex& index, std::uint64_t address,
              std::uint64_t highest, Change change, std::vector<FileRegion>& regions) {
    Node node = node_at(file, index, address, highest);
    if (node.level > 0 && node.entries > 0) {
        const std::uint64_t first = change == Change::appends ? node.entries - 1 : 0;
        for (std::uint64_t i = first; i < node.entries; ++i)
            add_tree(file, index, node.child(i), node.level - 1, change, regions);
    }
    regions.push_back(std::move(node.region));
}

void add_changing(const PosixFile& file, const ChunkIndex& index, std::uint64_t address,
                  std::uint64_t highest, bool on_last_path, FinalNodes& final_nodes,
                  std::vector<FileRegion>& regions) {
    if (final_nodes.count(address) != 0) return;
    Node node = node_at(file, index, address, highest);
    for (std::uint64_t i = 0; node.level > 0 && i < node.entries; ++i)
        add_changing(file, index, node.child(i), node.level - 1,
                     on_last_path && i + 1 == node.entries, final_nodes, regions);
    if (!on_last_path) final_nodes.insert(address);
    regions.push_back(std::move(node.region));
}

void add_chunks(const PosixFile& file, const ChunkIndex& index, std::uint64_t address,
                std::uint64_t highest, std::int64_t first_row, std::vector<FileChunk>& chunks) {
    const Node node = node_at(file, index, address, highest);
    for (std::uint64_t i = 0; i < node.entries; ++i) {
        if (node.level > 0) {
            if (i + 1 == node.entries || node.first_row(i + 1) >= first_row)
                add_chunks(file, index, node.child(i), node.level - 1, first_row, chunks);
        } else if (node.first_row(i) + index.chunk_rows > first_row) {
            chunks.push_back({node.child(i), number_at(node.region.bytes, node.key(i), 4),
                              node.first_row(i), index.chunk_rows});
        }
    }
}

} // namespace

FileRegion superblock_of(const PosixFile& file) {
    constexpr std::uint64_t size = 96;
    FileRegion block = region_at(file, 0, size);
    expect(std::memcmp(block.bytes.data(), "\211HDF\r\n\032\n", 8) == 0 &&
               number_at(block.bytes, 8, 1) == 0 &&  // version
               number_at(block.bytes, 13, 1) == 8 && // size of addresses [bytes]
               number_at(block.bytes, 14, 1) == 8,   // size of lengths [bytes]
           file, 0, "superblock");
    return block;
}

std::vector<FileRegion> dataset_metadata(const PosixFile& file, std::uint64_t header,
                                         Change change) {
    Header found = read_header(file, header);
    std::vector<FileRegion> regions = std::move(found.blocks);
    expect(found.index.key_size != 0, file, header, "header of a chunked dataset");
    if (found.index.root != undefined_address)
        add_tree(file, found.index, found.index.root, highest_level, change, regions);
    return regions;
}

std::vector<FileRegion> changing_metadata(const PosixFile& file, std::uint64_t header,
                                          FinalNodes& final_nodes) {
    Header found = read_header(file, header);
    std::vector<FileRegion> regions = std::move(found.blocks);
    expect(found.index.key_size != 0, file, header, "header of a chunked dataset");
    if (found.index.root != undefined_address)
        add_changing(file, found.index, found.index.root, highest_level, true, final_nodes,
                     regions);
    return regions;
}

std::vector<FileChunk> chunks_from(const PosixFile& file, std::uint64_t header,
                                   std::int64_t first_row) {
    MDSIM_EXPECT(first_row >= 0);
    const Header found = read_header(file, header);
    expect(found.index.key_size != 0, file, header, "header of a chunked dataset");
    std::vector<FileChunk> chunks;
    if (found.index.root != undefined_address)
        add_chunks(file, found.index, found.index.root, highest_level, first_row, chunks);
    return chunks;
}

} // namespace mdsim::h5
