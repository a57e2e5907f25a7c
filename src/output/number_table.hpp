// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "output/provenance.hpp"

namespace mdsim {

/// A table that is replaced as a whole while a run goes on.
struct NumberTable {
    struct Column {
        std::string name;
        std::string unit; ///< empty: none
        std::vector<double> values;
    };
    std::vector<Column> columns; ///< of equal length
    std::vector<Column> numbers; ///< what is known beside the lines, only in HDF5
};

/// The run that a file belongs to.
struct TableOwner {
    std::string run_id;
    Provenance provenance;
};

/// Replaces a file of comma-separated values, with a checksum; numbers have all their digits, those
/// that are not known are empty. Throws EnvironmentError.
void write_csv(const std::string& path, const NumberTable& table);

/// Replaces an HDF5 file, with a checksum: each column and each of the numbers is a dataset of
/// float64 in the group, with its unit as an attribute. Throws EnvironmentError.
void write_hdf5(const std::string& path, const std::string& group, const NumberTable& table,
                const TableOwner& owner);

} // namespace mdsim
