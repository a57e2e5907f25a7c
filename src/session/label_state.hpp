// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "state/atom_labels.hpp"

namespace mdsim {

/// Adds labels to a checkpoint: the first, or this rank's block of the list, which is borrowed.
void add_labels(const AtomLabels& labels, CheckpointContent& content);

/// The labels that a checkpoint holds, for a block of ids; none in one of a version that counted
/// atoms from 0. Throws InputError with `path`, the file of the checkpoint, where they do not
/// ascend, or are not from 0 to largest_label.
std::optional<AtomLabels> read_labels(const CheckpointReader& reader, const std::string& path,
                                      const IdBlock& block);

} // namespace mdsim
