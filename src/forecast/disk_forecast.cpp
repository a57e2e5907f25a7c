// SPDX-License-Identifier: BSD-3-Clause
#include "forecast/disk_forecast.hpp"

#include <algorithm>
#include <fmt/format.h>

#include <cmath>
#include <system_error>

#include "config/cadence.hpp"
#include "core/contract.hpp"
#include "core/counted.hpp"
#include "core/size_text.hpp"
#include "engine/thermo_columns.hpp"
#include "forecast/atom_bytes.hpp"
#include "machine/free_space.hpp"
#include "setup/check_box_changes.hpp"

namespace mdsim {

namespace {

namespace fs = std::filesystem;

/// Ids, species, masses and charges, and what HDF5 takes for itself: measured.
constexpr double fixed_bytes_per_atom = 20;
constexpr double bytes_of_empty_file = 110e3;
/// A number in the table of text, and the same in HDF5.
constexpr double bytes_of_value = 20 + 8;

/// What a chunk of compressed numbers takes beside them, in the frame and in its index; and how
/// many chunks there are of one number of each atom: of 16,384 atoms, or some 128.
constexpr double bytes_of_chunk = 22 + 60;
double chunks_of(double atoms) { return std::ceil(std::min(atoms / 16384, 129.0)); }

/// A coordinate of an atom: a float, or the bits that its steps of 10^-decimals in an edge take.
double coordinate_bytes(const std::optional<int>& decimals, double edge) {
    constexpr double whole = 4;
    if (!decimals) return whole;
    return std::min(whole, std::ceil(std::log2(edge * std::pow(10.0, *decimals) + 1)) / 8);
}

bool is_whole(TrajectoryField field) {
    return field == TrajectoryField::image || field == TrajectoryField::cna ||
           field == TrajectoryField::coordination;
}

bool is_rounded(TrajectoryField field) {
    return field == TrajectoryField::position || field == TrajectoryField::velocity ||
           field == TrajectoryField::force;
}

/// What a field but the positions takes of an atom at most [bytes]: of whole numbers, a byte each,
/// which holds images up to 127 boxes away.
double field_bytes(TrajectoryField field) {
    switch (field) {
    case TrajectoryField::image:
        return 3;
    case TrajectoryField::cna:
    case TrajectoryField::coordination:
        return 1;
    case TrajectoryField::potential_energy:
    case TrajectoryField::centro_symmetry:
        return sizeof(float);
    case TrajectoryField::virial:
        return 9 * sizeof(float);
    default:
        return 3 * sizeof(float);
    }
}

double frame_bytes(const TrajectorySettings& trajectory, const Box& box, double atoms) {
    const LowerTriangular<double>& e = box.edges;
    const double chunks = 3 * chunks_of(atoms) * bytes_of_chunk;
    double bytes = 0;
    for (const TrajectoryField field : trajectory.fields_written) {
        if (is_whole(field) || (trajectory.precision && is_rounded(field))) bytes += chunks;
        if (field != TrajectoryField::position) {
            bytes += field_bytes(field) * atoms;
            continue;
        }
        for (const double edge :
             {e.xx + std::abs(e.xy) + std::abs(e.xz), e.yy + std::abs(e.yz), e.zz})
            bytes += coordinate_bytes(trajectory.precision, edge) * atoms;
    }
    return bytes + 150;
}

double values_in_row(const ThermoSettings& thermo) {
    double values = 2; // step and time
    for (const ThermoColumn column : thermo.columns)
        values += static_cast<double>(
            std::count_if(thermo_quantities.begin(), thermo_quantities.end(),
                          [column](const ThermoQuantity& q) { return q.column == column; }));
    return values;
}

/// Tables of measures, but for columns of pairs of species, which are few.
double measure_table_bytes(const OutputSections& output, Step last) {
    double bytes = 0;
    output.for_each_measure([&](const std::string&, const auto& settings) {
        if (settings.every == 0) return;
        const auto rows = static_cast<double>(last / settings.every + 1);
        bytes += rows * bytes_of_value * static_cast<double>(2 + settings.values());
        bytes += bytes_of_empty_file;
    });
    return bytes;
}

double checkpoint_bytes(const OutputSections& output, const std::vector<StageSettings>& stages,
                        Precision precision, double atoms) {
    return atoms * (checkpoint_block_bytes(precision) +
                    output.correlation_bytes_per_atom(change_box(stages)));
}

} // namespace

DiskForecast forecast_disk(const std::vector<StageSettings>& stages, const OutputSections& output,
                           Precision precision, const Box& box, std::int64_t atoms,
                           const fs::path& folder, double there) {
    MDSIM_EXPECT(atoms > 0 && there >= 0);
    const Cadence cadence(stages, output);
    const auto n = static_cast<double>(atoms);
    DiskForecast f;
    f.frame_count = cadence.frames();
    f.row_count = cadence.thermo_rows();
    if (f.frame_count > 0)
        f.frames = static_cast<double>(f.frame_count) * frame_bytes(output.trajectory, box, n) +
                   fixed_bytes_per_atom * n + bytes_of_empty_file;
    if (f.row_count > 0)
        f.rows = static_cast<double>(f.row_count) * bytes_of_value * values_in_row(output.thermo) +
                 bytes_of_empty_file;
    f.measures = measure_table_bytes(output, cadence.last());
    f.checkpoints = checkpoint_bytes(output, stages, precision, n) * (output.checkpoint.keep + 2);
    f.there = there;
    f.free = free_space(nearest_folder(folder));
    return f;
}

namespace {

std::string parts_text(const DiskForecast& f) {
    const std::string measures =
        f.measures > 0 ? fmt::format("{} for tables of structure, ", size_text(f.measures)) : "";
    return fmt::format("{} for {}, {} for {} of thermodynamics, {}{} for checkpoints",
                       size_text(f.frames), counted(f.frame_count, "frame"), size_text(f.rows),
                       counted(f.row_count, "row"), measures, size_text(f.checkpoints));
}

} // namespace

std::string disk_text(const DiskForecast& f) {
    std::string text = fmt::format("disk: {}; {} free", parts_text(f), size_text(f.free));
    if (f.there > 0) text += fmt::format(" and {} in files of this name", size_text(f.there));
    if (!f.fits()) text += "\nWARNING: " + disk_warning(f);
    return text + "\n";
}

std::string disk_warning(const DiskForecast& f) {
    if (f.fits()) return {};
    return fmt::format("the disk is too small for this run, which will write about {} ({}): {} "
                       "free; write less often, or elsewhere with --output",
                       size_text(f.needed()), parts_text(f), size_text(f.there + f.free));
}

} // namespace mdsim
