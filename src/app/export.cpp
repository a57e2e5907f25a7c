// SPDX-License-Identifier: BSD-3-Clause
#include "app/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include "app/agreement.hpp"
#include "core/error.hpp"
#include "input/structure/h5md_trajectory.hpp"
#include "output/extxyz_writer.hpp"
#include "output/lammps_dump_writer.hpp"

namespace mdsim {

namespace {

namespace fs = std::filesystem;

using WriteFrame = void (*)(TextFile&, const TextFrame&);

/// The format that the name of a file asks for.
WriteFrame format_of(const std::string& output) {
    const std::string end = fs::path(output).extension().string();
    if (end == ".extxyz" || end == ".xyz") return write_extxyz;
    if (end == ".lammpstrj" || end == ".dump") return write_lammps_dump;
    throw InputError(output, "its name must tell the format: .extxyz or .xyz for extended XYZ, "
                             ".lammpstrj or .dump for a dump of LAMMPS");
}

void check_output(const ExportOptions& options) {
    const fs::path folder = fs::path(options.output).parent_path();
    if (!folder.empty() && !fs::is_directory(folder))
        throw InputError(options.output, "there is no folder " + folder.string());
    if (fs::exists(options.output) && !options.overwrite)
        throw InputError(options.output, "this file exists already: choose another name, or "
                                         "replace it with --overwrite");
    if (options.every < 1)
        throw InputError("--every", fmt::format("found {}; allowed: at least 1", options.every));
}

/// Names become words of a line.
void check_names(const std::string& trajectory, const std::vector<std::string>& names) {
    const auto blank = [](unsigned char c) { return std::isspace(c) != 0; };
    for (const std::string& name : names) {
        if (name.empty() || std::any_of(name.begin(), name.end(), blank))
            throw InputError(trajectory, "the species \"" + name +
                                             "\" has a blank in its name, which no file of words "
                                             "can hold; rename it in the input of the run");
    }
}

/// Adds the boxes that the images count to the positions.
void unwrap(const std::string& trajectory, TrajectoryFrame& frame) {
    if (frame.image.empty())
        throw InputError(trajectory, "--unwrap needs images, which this trajectory does not hold; "
                                     "let the run write them: trajectory.fields = [\"position\", "
                                     "\"image\"]");
    for (std::size_t i = 0; i < frame.position.size(); ++i) {
        const Vec3<std::int32_t>& n = frame.image[i];
        const Vec3<double> boxes{static_cast<double>(n.x), static_cast<double>(n.y),
                                 static_cast<double>(n.z)};
        frame.position[i] = frame.position[i] + boxes * frame.box.edges;
    }
    frame.image.clear();
}

void write_all(const ExportOptions& options) {
    const WriteFrame write = format_of(options.output);
    check_output(options);
    const H5mdTrajectory trajectory(options.trajectory);
    check_names(options.trajectory, trajectory.species());
    TextFile file(options.output);
    std::int64_t written = 0;
    for (std::int64_t n = 0; n < trajectory.frames(); n += options.every, ++written) {
        TrajectoryFrame frame = trajectory.read(n);
        if (options.unwrap) unwrap(options.trajectory, frame);
        write(file, {trajectory.species(), trajectory.types(), frame.step, frame.time, frame.box,
                     frame.position, frame.velocity, frame.force, frame.image, options.unwrap});
    }
    file.finish();
    fmt::print("{} of {} frames, {} atoms each, are in {}\n", written, trajectory.frames(),
               trajectory.atoms(), options.output);
}

} // namespace

void export_trajectory(const Communicator& comm, const ExportOptions& options) {
    agree_on(comm, [&] {
        if (comm.is_root()) write_all(options);
    });
}

} // namespace mdsim
