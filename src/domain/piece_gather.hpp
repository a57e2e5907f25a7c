// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "core/communicator.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Brings rows held in blocks of ids to rank 0 in id order, a bounded piece at a time.
class PieceGather {
  public:
    /// Takes rows [first, first + rows in `bytes`); called on rank 0 only, in ascending order.
    using Take = std::function<void(std::int64_t first, std::span<const std::byte> bytes)>;

    /// No piece is larger than `piece_bytes`, unless a single row is. The communicator must outlive
    /// this and carry nothing else meanwhile.
    explicit PieceGather(const Communicator& comm, std::size_t piece_bytes = std::size_t{16} << 20)
        : comm_(&comm), piece_bytes_(piece_bytes) {}

    /// `block` are this rank's rows by IdBlock::of(total, rank, size), `row_bytes` each;
    /// collective.
    ///
    /// An exception of `take` leaves the other ranks waiting: the caller ends the run.
    void gather(std::span<const std::byte> block, std::size_t row_bytes, std::int64_t total,
                const Take& take) const;

  private:
    const Communicator* comm_;
    std::size_t piece_bytes_;
};

} // namespace mdsim
