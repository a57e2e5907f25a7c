// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "output/hdf5.hpp"

namespace mdsim::h5 {

/// The chunks of a series that this process packs without the library: each holds one number of a
/// block of atoms.
struct PackedChunks {
    ElementType type{};     ///< float32, rounded, or int32
    std::int64_t atoms = 0; ///< of a frame
    std::int64_t rows = 0;  ///< atoms in a chunk
    int columns = 0;        ///< numbers of an atom
    int decimals = 0;
    bool deflated = false; ///< by a second filter
};

/// How the chunks of a dataset are packed; empty where only the library can write them, as those
/// of files that an earlier version began.
std::optional<PackedChunks> packed_chunks(const File& file, hid_t dataset);

/// Writes one frame of a series of packed chunks, each of them once.
///
/// The library takes up to ten times as long, leaves a byte of its memory in chunks of equal
/// numbers, so that equal runs make unequal files, and does not know when deflate is in vain.
template <class T> class PackedFrame {
  public:
    PackedFrame(const File& file, hid_t dataset, const PackedChunks& chunks, std::int64_t frame);

    /// Takes the numbers of the next atoms; those of all atoms must come in their order.
    void add(std::span<const T> numbers);

    /// Writes what is left; all atoms were added.
    void finish();

  private:
    void write_block();
    void write_chunk(std::span<const T> numbers, hsize_t column);

    const File* file_;
    hid_t dataset_;
    PackedChunks chunks_;
    std::int64_t frame_;
    std::int64_t written_ = 0;           ///< atoms
    std::int64_t held_ = 0;              ///< atoms of the block that is being filled
    std::vector<std::vector<T>> blocks_; ///< one for each column
    std::vector<std::byte> stored_;
};

} // namespace mdsim::h5
