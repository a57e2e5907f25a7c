// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "state/atom_labels.hpp"

namespace mdsim {

/// Adds labels to a checkpoint: the first, or this rank's block of the list, which is borrowed.
void add_labels(const AtomLabels& labels, CheckpointContent& content);

/// The labels that a checkpoint holds, for a block of ids. One without any is of a version that
/// counted atoms from 0, in messages and in a trajectory that may go on: so do its labels.
/// Throws InputError where they are damaged.
AtomLabels read_labels(const CheckpointReader& reader, const IdBlock& block);

} // namespace mdsim
