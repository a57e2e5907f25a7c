// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// What a rebuild had capacity for, alike on all ranks. Where it is short, atoms are where they
/// were, with image counts that are up to date, and lists are void: the caller adopts them anew,
/// their present positions being the reference.
enum class AtomCapacity {
    enough,
    short_of_inboxes, ///< for atoms on their way from a rank to another
    short_of_arrays   ///< for those that a rank owns or sees
};

} // namespace mdsim
