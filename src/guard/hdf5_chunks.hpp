// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "guard/hdf5_layout.hpp"

namespace mdsim::guard {

/// The chunks of a dataset that were looked at and have nothing wrong, so that each is undone once
/// however many frames it holds.
class SoundChunks {
  public:
    bool has(const std::vector<hsize_t>& offset) const { return offsets_.count(offset) > 0; }

    /// Remembers the chunk that begins at `offset`, and forgets all others where they are too many.
    void add(const std::vector<hsize_t>& offset);

  private:
    std::set<std::vector<hsize_t>> offsets_;
};

/// What speaks against the stored chunks that a block of values needs, empty if nothing does. The
/// block must lie within the extent; for datasets without filters nothing has to be looked at.
///
/// Each chunk that is not among the sound ones is read and undone, so that what it gives is known
/// before the library reads it; then it is one of them.
std::string chunks_objection(hid_t dataset, const Hdf5Layout& layout,
                             const std::vector<hsize_t>& start, const std::vector<hsize_t>& count,
                             SoundChunks& sound);

} // namespace mdsim::guard
