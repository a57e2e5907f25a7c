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
    int decimals = -1; ///< real numbers of atoms: keep so many, compressed; negative: keep all
};

namespace h5 {

/// Whether the entries of a series lose digits and are compressed.
bool is_rounded(const SeriesSpec& spec);

/// Whether the entries of a series are compressed: rounded numbers of atoms, and whole ones, which
/// lose nothing.
bool is_compressed(const SeriesSpec& spec);

/// Makes the dataset of a series without rows, and its group where that is missing.
///
/// A chunk holds one row and a block of atoms, at most 1 MiB, or many small rows. A chunk of
/// compressed numbers holds one component of the atoms. Throws EnvironmentError where the library
/// was built without a filter that this needs.
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
