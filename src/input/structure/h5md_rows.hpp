// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "input/structure/h5md_element.hpp"
#include "state/structure.hpp"

namespace mdsim::source {

/// The rows of an H5MD frame that belong to an id block, and where each goes.
class H5mdRows {
  public:
    /// A run of rows of the file.
    struct Run {
        std::int64_t first = 0;
        std::int64_t count = 0;
    };

    /// `ids` gives the id of each row; where it is empty, the row is the id.
    H5mdRows(std::int64_t rows, std::vector<std::int64_t> ids, IdBlock block);

    /// The runs to read, none longer than a million rows.
    std::vector<Run> runs() const;

    /// The number of places.
    std::size_t size() const { return static_cast<std::size_t>(block_.size()); }

    /// The id that a row stands for.
    ParticleId id(std::int64_t row) const {
        MDSIM_EXPECT(ids_.empty() || (row >= 0 && static_cast<std::size_t>(row) < ids_.size()));
        return ids_.empty() ? row : ids_[static_cast<std::size_t>(row)];
    }

    /// The place of a row within the block, or -1.
    std::int64_t place(std::int64_t row) const;

  private:
    IdBlock block_;
    IdBlock range_; ///< the rows to look at
    std::vector<std::int64_t> ids_;
};

/// The ids that the numbers of all rows stand for: their ranks.
struct H5mdIds {
    std::vector<std::int64_t> of_row; ///< empty where the row is the id
    AtomLabels labels;                ///< the numbers of a block of ids
};

/// Reads the numbers of all rows. Throws InputError where one is negative, with which H5MD marks
/// rows that hold no particle, or comes twice.
H5mdIds h5md_ids(const Hdf5File& file, const H5mdElement& numbers, std::int64_t frame,
                 std::int64_t rows, const IdBlock& block);

/// The species of all rows of a frame.
struct H5mdSpecies {
    std::vector<std::string> names; ///< in the order of their numbers, or of the alphabet
    std::vector<TypeId> types;      ///< of each row
};

/// Reads the species of a frame; numbers take the names that the file has for them. Throws
/// InputError where they are neither numbers nor names.
H5mdSpecies read_h5md_species(const Hdf5File& file, const H5mdElement& species, std::int64_t frame,
                              std::int64_t rows);

} // namespace mdsim::source
