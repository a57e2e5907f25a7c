// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "domain/route.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Which of `parts` ranks holds an id in [0, total) when ids are dealt in blocks; see IdBlock.
Rank id_block_holder(ParticleId id, std::int64_t total, int parts);

/// Delivers the rows of atoms, owned in any order, to the ranks that hold their blocks of ids; the
/// way back, from block to owner, is a Route. Built once, it serves any number of arrays;
/// collective.
class BlockDelivery {
  public:
    /// `ids` are those of this rank's rows. Throws PhysicsError unless all ranks together hold each
    /// id in [0, total) once.
    BlockDelivery(const Communicator& comm, std::int64_t total, std::span<const ParticleId> ids);

    /// The ids that this rank holds.
    const IdBlock& block() const { return block_; }

    /// Fills `block`, in id order, from the rows of all ranks.
    void to_blocks(std::span<const std::byte> rows, std::size_t row_bytes,
                   std::span<std::byte> block) const;

    template <class T> std::vector<T> to_blocks(std::span<const T> rows) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<T> block(static_cast<std::size_t>(block_.size()));
        to_blocks(std::as_bytes(rows), sizeof(T), std::as_writable_bytes(std::span<T>(block)));
        return block;
    }

  private:
    IdBlock block_;
    Route route_;
    std::vector<std::size_t> place_; ///< where in the block each arriving row belongs
};

} // namespace mdsim
