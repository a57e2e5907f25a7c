// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/buffer.hpp"
#include "cpu/simd/tile_kernels.hpp"

namespace mdsim {

/// Where a thread lets a kernel keep entries.
class KeepScratch {
  public:
    /// Memory for what may be kept of these runs; valid until the next call.
    KeptEntries* begin(std::span<const EntryRun> walked);

    /// What has been kept since: one entry behind the other, and the runs, which point into it.
    std::span<const std::uint16_t> entries() const;
    std::span<const EntryRun> runs() const { return runs_; }

  private:
    Buffer<std::uint16_t, Host> lanes_;
    Buffer<std::uint16_t, Host> written_;
    Buffer<EntryRun, Host> runs_;
    KeptEntries kept_{};
};

/// A part of the list of a tile: the entries of pairs that were not farther apart than their cutoff
/// and a margin. It serves until an atom has moved half the margin, and gives the bits of the whole
/// list: pairs beyond their cutoff add nothing.
template <class P> class KeptRuns {
  public:
    using Real = typename P::Real;

    /// Whether nothing was kept since the list was built, or an atom has moved farther since than
    /// `limit2` allows, given the records of the tile [length^2].
    bool is_stale(std::span<const Vec4<Real>> records, Real limit2) const;

    /// Keeps what a kernel has kept, and the records that it read.
    void assign(const KeepScratch& scratch, std::span<const Vec4<Real>> records);

    /// To be called when the list is built anew.
    void forget() { runs_.resize_discard(0); }

    /// Numbered as the runs that were walked.
    const EntryRun* runs() const { return runs_.data(); }

    /// The memory held, about [bytes].
    std::size_t bytes() const;

  private:
    Buffer<Vec4<Real>, Host> reference_;
    Buffer<std::uint16_t, Host> entries_;
    Buffer<EntryRun, Host> runs_;
};

} // namespace mdsim
