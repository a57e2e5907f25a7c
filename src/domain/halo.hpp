// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "domain/assembly.hpp"
#include "domain/halo_region.hpp"
#include "domain/partition.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The owned atoms that one peer sees, by cell in global order.
struct HaloSelection {
    Rank peer = 0;
    std::vector<LocalCell> runs;      ///< cells with atoms; `first` counts the selected atoms
    std::vector<LocalIndex> selected; ///< into the owned atoms
};

/// The atoms that this rank sees but does not own, peer after peer, each in global order. Only the
/// columns of for_each_halo_column are there.
template <class P> struct HaloAtoms : FollowingColumns<P, Buffers<Host>> {
    struct Share {
        Rank peer = 0;
        LocalIndex first = 0;
        LocalIndex count = 0;
    };
    std::vector<LocalCell> runs; ///< cells with atoms; `first` counts all received atoms
    std::vector<Share> shares;   ///< which of the atoms came from which peer
    Buffer<Site<P>, Host> site;
};

/// The traffic with one peer in indices of the final arrays; both sides list the same atoms in the
/// same order.
struct HaloLink {
    Rank peer = 0;
    std::vector<LocalIndex> send;
    std::vector<LocalIndex> receive;
};

/// Who sees whom: the halo geometry of one rank, computed from the bricks alone.
///
/// Stays valid until partition, box or range change. An atom belongs to the halo of a brick when
/// RangeTest says so.
class HaloPlan {
  public:
    /// `range` is the list range, or more where atoms are followed farther [length].
    HaloPlan(const Partition& partition, const Box& box, double range, Rank rank);

    /// The ranks that see this one; the same ranks as it sees.
    const std::vector<Rank>& peers() const { return peers_; }
    /// The cells that this rank sees but does not own, in global order.
    const std::vector<std::int64_t>& seen() const { return seen_; }

    /// What goes to each peer, in the order of `peers`. `owned` are all cells of this rank's brick
    /// in global order, with runs in `sites`.
    template <class P>
    std::vector<HaloSelection> select(std::span<const LocalCell> owned,
                                      std::span<const Site<P>> sites) const;

  private:
    template <class P>
    HaloSelection select_for(std::size_t peer, std::span<const LocalCell> owned,
                             std::span<const Site<P>> sites) const;

    CellGrid grid_;
    Brick brick_;
    std::vector<std::int64_t> seen_;
    std::vector<Rank> peers_;
    std::vector<HaloRegion> regions_; ///< one a peer
    std::vector<RangeTest> tests_;    ///< one a peer
};

/// Sends each peer its selection and receives what this rank sees; collective among the peers. Of
/// `columns`, those of a halo must be there.
template <class P>
HaloAtoms<P> exchange_halo(std::span<const HaloSelection> selections, const Site<P>* sites,
                           const FollowingColumns<P, ConstPointers>& columns,
                           const Communicator& comm);

/// The traffic of later exchanges, once the final arrays are assembled.
template <class P>
std::vector<HaloLink> halo_links(std::span<const HaloSelection> selections,
                                 const HaloAtoms<P>& halo, const Assembly& assembly);

} // namespace mdsim
