// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "output/hdf5_metadata.hpp"
#include "output/row_witness.hpp"
#include "output/sums_log.hpp"

namespace mdsim {

/// A dataset whose rows a SeriesFile adds to.
struct SummedSeries {
    std::string path;
    std::uint64_t header = 0; ///< address of its object header [bytes]
    bool per_atom = false;
};

/// A dataset of numbers of atoms that has no rows.
struct SummedArray {
    std::string path;
    std::uint64_t offset = 0; ///< [bytes]
    std::uint64_t size = 0;   ///< [bytes]
};

/// Keeps the checksums of an HDF5 file of series while it grows; used by one process, rank 0.
///
/// It reads back what HDF5 has handed to the operating system, while that still has it in memory.
/// Together the pieces are all bytes that a reader can come to. Throws EnvironmentError where the
/// file is not as HDF5 wrote it, or where its last rows are no longer as they were.
class SeriesSums {
  public:
    /// For a new file, or one that has no checksums yet.
    SeriesSums(std::string path, const std::string& run_id);

    /// For a file that a run goes on with, at this state of its checksums. Pieces at `damaged`
    /// places never count as good again.
    SeriesSums(std::string path, const SumsState& state, std::set<std::uint64_t> damaged);

    /// Says what is in the file, of which so many rows have their checksums or go without; to be
    /// called before all that follows.
    void look_for(std::vector<SummedSeries> series, std::vector<SummedArray> arrays,
                  std::int64_t rows);

    /// Says that all that has no rows was written anew.
    void fixed_parts_changed() { fixed_done_ = false; }

    /// Says that rows from this one on were removed.
    void cut(std::int64_t rows);

    /// Takes the checksums of new rows of atoms; the file was flushed.
    void add_frames(std::int64_t rows);

    /// Takes the checksums of everything that may have changed, and makes them count.
    void commit(std::int64_t rows);

  private:
    void add_rows(const PosixFile& file, std::size_t series, std::int64_t rows);
    void add_fixed(const PosixFile& file);
    void add_index(const PosixFile& file);
    void add(const PosixFile& file, SumRecord record);
    std::string path_;
    SumsLog log_;
    RowWitness witness_;
    std::set<std::uint64_t> damaged_;
    std::vector<SummedSeries> series_;
    std::vector<SummedArray> arrays_;
    std::vector<std::int64_t> done_;          ///< of each series, the rows that have checksums
    std::vector<h5::FinalNodes> final_nodes_; ///< of each series, what has checksums for good
    bool fixed_done_ = false;
    bool whole_index_ = true; ///< not only what appends change
};

} // namespace mdsim
