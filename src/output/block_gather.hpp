// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace mdsim {

/// Receives a run of elements: the number of the first one, counted over all ranks, and their
/// bytes.
using PieceSink = std::function<void(std::int64_t first_element, std::span<const std::byte> bytes)>;

/// The ranks that write one file together, as far as output needs to know them.
///
/// Every function except rank() and size() is collective: all ranks call it in the same order.
class BlockGather {
  public:
    virtual ~BlockGather() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;

    /// Hands the blocks of all ranks to the sink on rank 0, in rank order and in bounded pieces.
    ///
    /// `mine` holds this rank's elements of `element_size` bytes each and stays valid during the
    /// call; a piece holds whole elements, at most max_piece_bytes unless one element is larger.
    virtual void for_each_piece(std::span<const std::byte> mine, std::size_t element_size,
                                const PieceSink& sink) = 0;

    /// Returns when every rank has called it.
    virtual void barrier() = 0;

    /// Runs `work` on rank 0. An InputError there is thrown on every rank, if this is overridden
    /// so; `work` must not use the gather.
    virtual void on_root(const std::function<void()>& work);

    /// An MPI_Comm behind a pointer, on which parallel HDF5 opens files; null: rank 0 writes alone.
    virtual const void* communicator() const { return nullptr; }

    static constexpr std::size_t max_piece_bytes = std::size_t{1} << 20;
};

/// One process that writes alone.
class SingleRank final : public BlockGather {
  public:
    int rank() const override { return 0; }
    int size() const override { return 1; }
    void for_each_piece(std::span<const std::byte> mine, std::size_t element_size,
                        const PieceSink& sink) override;
    void barrier() override {}
};

/// Cuts `bytes` into pieces of whole elements and hands them to the sink, counting from `first`.
void cut_into_pieces(std::int64_t first, std::span<const std::byte> bytes, std::size_t element_size,
                     const PieceSink& sink);

} // namespace mdsim
