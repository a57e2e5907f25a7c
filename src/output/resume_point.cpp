// SPDX-License-Identifier: BSD-3-Clause
#include "output/resume_point.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

const std::string& existing_file(const std::string& path, const ResumePoint& point) {
    if (file_exists(path)) return path;
    const std::string rows =
        point.rows < 0 ? std::string("rows") : fmt::format("{} rows (frames)", point.rows);
    throw InputError(path, fmt::format("this file is not there, but at step {} the run that goes "
                                       "on had {} in it: bring it back, go on without it by "
                                       "setting its `every` to 0, or start anew with --overwrite",
                                       point.step, rows));
}

} // namespace mdsim
