// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

#include "core/communicator.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// The atoms of a checkpoint as far as the input describes them too: of this rank's block of ids.
struct ResumedAtoms {
    std::span<const std::int32_t> type; ///< as in a checkpoint
    AtomLabels labels;
    bool has_labels = true; ///< those of a checkpoint without are no word of the run
};

/// Checks that the input gives each atom the species and the label that it has in the checkpoint,
/// from which species, masses and charges of a new trajectory follow. Collective; throws InputError
/// on all ranks where it does not.
void check_same_atoms(const ResumedAtoms& atoms, const SystemParts& parts,
                      const Communicator& comm);

} // namespace mdsim
