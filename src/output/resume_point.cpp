// SPDX-License-Identifier: BSD-3-Clause
#include "output/resume_point.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

namespace {

/// What is lost with a file that cannot be used, and what can be done.
std::string loss(const ResumePoint& point) {
    const std::string rows =
        point.rows < 0 ? std::string("rows") : fmt::format("{} rows (frames)", point.rows);
    return fmt::format("at step {} the run that goes on had {} in it: bring it back, go on without "
                       "it by setting its `every` to 0, or start anew with --overwrite",
                       point.step, rows);
}

} // namespace

const std::string& existing_file(const std::string& path, const ResumePoint& point) {
    if (file_exists(path)) return path;
    throw InputError(path, "this file is not there, but " + loss(point));
}

void refuse_damaged(const std::string& path, const ResumePoint& point, const std::string& reason) {
    throw InputError(path, fmt::format("this file is damaged, cut or written over ({}); {}", reason,
                                       loss(point)));
}

void expect_rows(const std::string& path, const ResumePoint& point, std::int64_t found) {
    if (point.rows < 0 || found == point.rows) return;
    throw InputError(path,
                     fmt::format("up to step {} this file has {} rows, the checkpoint counted {}",
                                 point.step, found, point.rows));
}

h5::File whole_file(const std::string& path, const ResumePoint& point, Purpose purpose) {
    const PosixFile may_be_written(path, FileMode::update);
    try {
        return purpose == Purpose::looking ? h5::File::open_read(path)
                                           : h5::File::open_update(path);
    } catch (const EnvironmentError& error) {
        refuse_damaged(path, point, error.what());
    }
}

} // namespace mdsim
