// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "kernels/decomposition/rank_view.hpp"
#include "kernels/p2p/all_reduce.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/state/mapped_cells.hpp"
#include "ops/rank_layout.hpp"

namespace mdsim {

/// How many atoms of a rank there is capacity for.
struct RankCapacity {
    std::size_t owned = 0;
    std::size_t halo = 0;  ///< of others
    std::size_t shown = 0; ///< of this rank in halos of others, each time counted
    std::size_t local() const { return owned + halo; }
};

/// The capacity for the atoms that a rank owns and sees now, and more of them later.
RankCapacity capacity_of(const RankLayout& layout, std::size_t owned);

/// What a rank needs in order to share atoms with others: who owns and sees which cells, and the
/// memory for what travels. Made and destroyed by all ranks together.
template <class P> class RankExchange {
  public:
    /// `owned` are the cells of this rank in the order that it keeps them in.
    RankExchange(const Stream& stream, const PeerLinks& links, const RankLayout& layout,
                 const CellGrid& grid, const std::vector<std::int64_t>& owned,
                 const RankCapacity& capacity);

    /// `site` and `reference` are tables of the arrays of all ranks.
    RankView<P> view(const std::array<Site<P>* const*, 3>& sites) const;

    const CellMap& cells() const { return view_.cells; }
    const std::uint32_t* peers_of_cell() const { return view_.out.peers_of_cell; }
    /// What other ranks write here: migrants, and what they report.
    PeerArray<Migrant<P>>& inbox() { return *inbox_; }
    PeerArray<std::uint32_t>& notes() { return *notes_; }
    std::size_t bytes() const;

  private:
    void list_shown(const Stream& stream, const PeerLinks& links, const RankLayout& layout,
                    const std::vector<std::uint32_t>& local);
    void number_peers(const Stream& stream, const std::vector<ShownCell>& shown,
                      std::uint32_t cells);

    RankView<P> view_{};
    Buffer<std::int32_t, Device> owner_;
    MappedCells cells_;
    Buffer<ShownCell, Device> shown_;
    Buffer<std::uint32_t, Device> first_shown_;
    Buffer<std::uint32_t, Device> first_seen_;
    Buffer<std::uint32_t, Device> peers_of_cell_;
    Buffer<std::uint32_t, Device> peer_number_;
    Buffer<SentGroup, Device> sent_group_;
    Buffer<BrickRange, Device> range_;
    Buffer<std::uint32_t, Device> leaving_;
    Buffer<std::uint32_t, Device> shown_atoms_;
    Buffer<LocalIndex, Device> shown_first_;
    Buffer<LocalIndex, Device> sent_;
    std::unique_ptr<PeerArray<Migrant<P>>> inbox_;
    std::unique_ptr<PeerArray<std::uint32_t>> notes_;
};

} // namespace mdsim
