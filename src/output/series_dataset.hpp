// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "output/hdf5.hpp"

namespace mdsim {

/// One dataset that gets a row at every output.
struct SeriesSpec {
    std::string path;           ///< absolute, inside the file
    ElementType type{};         ///< in the file
    std::vector<hsize_t> shape; ///< of one row; starts with the number of atoms if per_atom
    bool per_atom = false;
    int decimals = -1; ///< per atom: keep so many decimals, compressed; negative: keep everything
};

namespace h5 {

/// Whether the entries of a series are compressed, which loses digits.
bool is_compressed(const SeriesSpec& spec);

/// Makes the dataset of a series without rows, and its group where that is missing.
///
/// A chunk holds one row and a block of atoms, at most 1 MiB, or many small rows.
void make_series(const File& file, const SeriesSpec& spec);

/// Opens the dataset of a series with a cache that suits how it is written.
Handle open_series(const File& file, const SeriesSpec& spec);

/// Changes the number of rows; on a collective file all ranks do it.
void set_rows(const File& file, hid_t dataset, std::int64_t rows);

/// The number of rows of a series.
std::int64_t rows_of(const File& file, const std::string& path);

/// The number of leading rows whose steps rise and do not pass `last`.
std::int64_t rows_up_to(const File& file, const std::string& step_path, Step last);

} // namespace h5
} // namespace mdsim
