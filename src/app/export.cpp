// SPDX-License-Identifier: BSD-3-Clause
#include "app/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string_view>

#include "app/export_units.hpp"
#include "core/agreement.hpp"
#include "core/error.hpp"
#include "input/structure/h5md_trajectory.hpp"
#include "output/extxyz_writer.hpp"
#include "output/lammps_dump_writer.hpp"

namespace mdsim {

namespace {

namespace fs = std::filesystem;

/// Whether whole numbers of 32 bits hold the labels of all atoms, which ascend. In a dump they may
/// be one higher.
bool fit_32_bits(const AtomLabels& labels, std::int64_t atoms) {
    return labels.of(atoms - 1) < std::numeric_limits<std::int32_t>::max();
}

/// A format of text: by which names of files it is asked for, how a frame is written, and in which
/// units.
struct TextFormat {
    const char* name;
    std::array<std::string_view, 2> endings;
    void (*write)(TextFile&, const TextFrame&);
    ExportUnits (*units)(const std::string& path, const TrajectoryUnits& units);
};

constexpr std::array<TextFormat, 2> formats{{
    {"extended XYZ", {".extxyz", ".xyz"}, write_extxyz, extxyz_units},
    {"a dump of LAMMPS", {".lammpstrj", ".dump"}, write_lammps_dump, dump_units},
}};

/// ".extxyz or .xyz for extended XYZ, .lammpstrj or .dump for a dump of LAMMPS".
std::string endings_text() {
    std::string text;
    for (const TextFormat& f : formats)
        text += fmt::format("{}{} or {} for {}", text.empty() ? "" : ", ", f.endings[0],
                            f.endings[1], f.name);
    return text;
}

/// The format that the name of a file asks for.
const TextFormat& format_of(const std::string& output) {
    const std::string end = fs::path(output).extension().string();
    for (const TextFormat& f : formats)
        if (std::find(f.endings.begin(), f.endings.end(), end) != f.endings.end()) return f;
    throw InputError(output, "its name must say the format: " + endings_text());
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

/// The trajectory itself, where the output folder of a run is given.
std::string trajectory_in(const std::string& path) {
    if (!fs::is_directory(path)) return path;
    const fs::path inside = fs::path(path) / "trajectory.h5md";
    if (!fs::exists(inside))
        throw InputError(path,
                         "this folder holds no trajectory.h5md; name the H5MD file itself, or "
                         "the output folder of a run with trajectory.every above 0");
    return inside.string();
}

/// The names of the species, with those replaced that the user wants to be called otherwise.
std::vector<std::string> renamed(const std::vector<std::string>& species,
                                 const std::vector<std::string>& pairs) {
    std::vector<std::string> names = species;
    for (const std::string& pair : pairs) {
        const std::size_t sign = pair.find('=');
        const auto place = std::find(species.begin(), species.end(), pair.substr(0, sign));
        if (sign == std::string::npos || sign + 1 == pair.size() || place == species.end())
            throw InputError("--names",
                             fmt::format("found \"{}\"; allowed: SPECIES=NAME, as in A=Ar,B=Kr, "
                                         "with the species of the trajectory: {}",
                                         pair, fmt::join(species, ", ")));
        const std::string name = pair.substr(sign + 1);
        if (name.find_first_of("= \t\n,\"'") != std::string::npos)
            throw InputError("--names",
                             fmt::format("found the name \"{}\"; allowed: names without blanks, "
                                         "quotes and the sign =; pairs are joined by commas, as "
                                         "in A=Ar,B=Kr",
                                         name));
        names[static_cast<std::size_t>(place - species.begin())] = name;
    }
    return names;
}

/// Names become words of a line.
void check_names(const std::string& trajectory, const std::vector<std::string>& names) {
    const auto blank = [](unsigned char c) { return std::isspace(c) != 0; };
    for (const std::string& name : names) {
        if (name.empty() || std::any_of(name.begin(), name.end(), blank))
            throw InputError(trajectory, "the species \"" + name +
                                             "\" has a blank in its name, which no file of words "
                                             "can hold; rename it by --names, or in the input of "
                                             "the run");
    }
}

/// Adds the boxes that the images count to the positions.
void unwrap(const std::string& trajectory, TrajectoryFrame& frame) {
    const auto& periodic = frame.box.periodic;
    if (!periodic[0] && !periodic[1] && !periodic[2]) {
        frame.image.clear();
        return;
    }
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

void say_units(const ExportUnits& units) {
    for (const std::string& what : units.left_out) fmt::print(stderr, "left out: {}\n", what);
    if (units.name.empty())
        fmt::print("the trajectory has no units: numbers are as they are there\n");
    else if (units.name == enum_name(UnitSystem::lj))
        fmt::print("numbers are in the reduced units \"lj\", as in the trajectory\n");
    else
        fmt::print("numbers are in the units \"{}\" of LAMMPS ({})\n", units.name,
                   units.name == "real" ? "Angstrom, fs, kcal/mol/Angstrom"
                                        : "Angstrom, ps, eV/Angstrom");
}

/// The labels that are written. Readers of plain files hold them in 32 bits.
AtomLabels written_labels(const AtomLabels& labels, std::int64_t atoms, bool plain) {
    return plain && !fit_32_bits(labels, atoms) ? AtomLabels() : labels;
}

void say_labels(const AtomLabels& labels, std::int64_t atoms, bool plain) {
    if (fit_32_bits(labels, atoms)) return;
    if (plain)
        fmt::print("atoms are numbered from 1: the numbers of the trajectory need more than 31 "
                   "bits\n");
    else
        fmt::print(stderr, "atoms have numbers of more than 31 bits, which ASE and MDAnalysis "
                           "cannot read; --plain numbers them from 1\n");
}

void write_all(const ExportOptions& options) {
    const TextFormat& format = format_of(options.output);
    check_output(options);
    const std::string path = trajectory_in(options.trajectory);
    const H5mdTrajectory trajectory(path);
    const std::vector<std::string> names = renamed(trajectory.species(), options.names);
    check_names(path, names);
    const ExportUnits units = format.units(path, trajectory.units());
    TextFile file(options.output);
    std::int64_t written = 0;
    AtomLabels labels;
    for (std::int64_t n = 0; n < trajectory.frames(); n += options.every, ++written) {
        TrajectoryFrame frame = trajectory.read(n);
        convert(units, frame);
        if (options.unwrap) unwrap(path, frame);
        labels = frame.labels;
        const std::string_view named = options.plain ? std::string_view() : units.name;
        format.write(file,
                     {names, trajectory.types(), frame.step, frame.time, frame.box, frame.position,
                      frame.velocity, frame.force, frame.image, options.unwrap, named, n == 0,
                      written_labels(labels, trajectory.atoms(), options.plain), frame.numbers});
    }
    file.finish();
    say_units(units);
    say_labels(labels, trajectory.atoms(), options.plain);
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
