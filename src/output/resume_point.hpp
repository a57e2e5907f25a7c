// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.hpp"
#include "output/hdf5.hpp"

namespace mdsim {

/// Where a run goes on.
struct ResumePoint {
    Step step = 0;          ///< rows up to and including this step are kept
    std::int64_t rows = -1; ///< how many that must be; negative: any number
};

/// The path of a file with which a run goes on; throws InputError where it is not there.
const std::string& existing_file(const std::string& path, const ResumePoint& point);

/// Throws InputError about a file that a run cannot go on with, as HDF5 says for this reason.
[[noreturn]] void refuse_damaged(const std::string& path, const ResumePoint& point,
                                 const std::string& reason);

/// Throws InputError where a file has another number of rows up to the resume point than it says.
void expect_rows(const std::string& path, const ResumePoint& point, std::int64_t found);

/// What a file is opened for.
enum class Purpose { going_on, looking };

/// Opens the HDF5 file with which a run goes on; throws InputError where HDF5 finds it damaged, and
/// EnvironmentError where the system does not let it be written.
h5::File whole_file(const std::string& path, const ResumePoint& point, Purpose purpose);

} // namespace mdsim
