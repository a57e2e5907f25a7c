// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/engine/id_ordered_columns.hpp"
#include "kernels/engine/shared_atoms.hpp"
#include "kernels/engine/step_loop.hpp"
#include "ops/device_setup.hpp"

namespace mdsim {

/// What a resident system is made of whatever its atoms are.
template <class P> struct ResidentSetup {
    const Stream* stream;
    const DeviceSetup* setup;
    const PairRanges<P>* ranges;
    const ForceList<P>* forces;
    const RankLayout* layout;     ///< where there are several ranks
    const LinkedDevices* devices; ///< null for a rank that is alone
    const double* mass;           ///< an array of the device, by type
    LookStore* looks;
};

/// All that follows the number of atoms and the cells of a rank: made whole when atoms are adopted.
template <class P> struct Resident {
    /// Uploads the atoms to `atoms`, in their order. Collective.
    Resident(const ResidentSetup<P>& with, AtomStore<P>& atoms,
             std::span<const AtomRecord<P>> records);

    /// The memory of lists, and of their check [bytes].
    std::size_t list_bytes() const { return lists.bytes() + check.bytes(); }
    /// That of all else [bytes].
    std::size_t bytes() const;
    /// Prepares columns in the order of ids; false, on all ranks, if an id is missing.
    bool index_ids(AtomStore<P>& atoms);

    ResidentSetup<P> setup;
    std::vector<std::int64_t> owned_cells;  ///< in the order that atoms lie in
    std::unique_ptr<SharedAtoms<P>> shared; ///< null for a rank that is alone
    MappedCells cells;                      ///< of a rank that is alone
    RankAtoms capacity;
    CellOrder<P> order;
    TileLists<P> lists;
    ListCheck<P> check;
    ChannelStore<P> channel;
    std::unique_ptr<RankBarrier> barrier; ///< where there are several ranks
    StepLoop<P> loop;
    std::optional<IdOrderedColumns<P>> id_ordered; ///< of several ranks, once it has been used
};

} // namespace mdsim
