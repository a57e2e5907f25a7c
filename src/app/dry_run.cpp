// SPDX-License-Identifier: BSD-3-Clause
#include "app/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <system_error>

#include "app/cadence.hpp"
#include "app/gpu_memory.hpp"
#include "app/make_simulation.hpp"
#include "app/system_parts.hpp"
#include "domain/choose_partition.hpp"

namespace mdsim {

namespace {

/// Padding of the rows of neighbour lists, and records of a tile's halo per atom: measured on
/// liquids.
constexpr double row_padding = 1.07;
constexpr double slots_per_atom = 6.5;

/// What an owned atom takes: arrays of Particles, lists, and the largest passing need of a rebuild.
double bytes_per_atom(const Config& config, const SystemParts& parts) {
    const double real = config.run.precision == Precision::double_ ? 8 : 4;
    const double arrays = 3 * 4 * real + 2 * 4 * real + 8 + 12;
    const double density =
        static_cast<double>(parts.structure.total) / parts.structure.box.volume();
    const double neighbors = density * 4 / 3 * std::numbers::pi * std::pow(parts.list_range(), 3);
    const double lists = 2 * row_padding * neighbors + 4 * slots_per_atom;
    const double rebuild = 4 * real + 8 + 16 + 4 * real;
    return arrays + lists + rebuild;
}

double bytes_per_halo_atom(const Config& config) {
    const double real = config.run.precision == Precision::double_ ? 8 : 4;
    return 5 * 4 * real + 8 + 12 + 2 * 4 * real;
}

std::string size_text(double bytes) {
    if (bytes >= 1e9) return fmt::format("{:.2f} GB", bytes * 1e-9);
    if (bytes >= 1e6) return fmt::format("{:.1f} MB", bytes * 1e-6);
    return fmt::format("{:.1f} kB", bytes * 1e-3);
}

double frame_bytes(const Config& config, double atoms) {
    double bytes = 0;
    for (const TrajectoryField field : config.trajectory.fields_written)
        bytes += (field == TrajectoryField::image && config.trajectory.precision ? 3 : 12) * atoms;
    return bytes + 150;
}

double checkpoint_bytes(const Config& config, double atoms) {
    const double real = config.run.precision == Precision::double_ ? 8 : 4;
    return atoms * (9 * real + 16);
}

std::vector<std::int64_t> atoms_in_cells(const SystemParts& parts, const CellGrid& grid,
                                         const Communicator& comm) {
    std::vector<std::int64_t> count(static_cast<std::size_t>(grid.total()), 0);
    for (const auto& r : make_records<MixedPrecision>(parts.structure))
        ++count[static_cast<std::size_t>(grid.cell_of(r.site))];
    comm.sum(std::span<std::int64_t>(count));
    return count;
}

std::string disk_text(const Config& config, double atoms) {
    const Cadence cadence(config);
    const double frames = static_cast<double>(cadence.frames()) * frame_bytes(config, atoms);
    const double thermo = static_cast<double>(cadence.thermo_rows()) * 40 *
                          static_cast<double>(config.thermo.columns.size() + 2);
    const double checkpoints = checkpoint_bytes(config, atoms) * (config.checkpoint.keep + 2);
    std::string text =
        fmt::format("disk: {} for {} frames, {} for {} rows of thermodynamics, {} for checkpoints",
                    size_text(frames), cadence.frames(), size_text(thermo), cadence.thermo_rows(),
                    size_text(checkpoints));
    std::error_code error;
    std::filesystem::path folder = std::filesystem::absolute(config.output_directory(), error);
    while (!folder.empty() && !std::filesystem::exists(folder, error) &&
           folder != folder.parent_path())
        folder = folder.parent_path();
    const auto space = std::filesystem::space(folder, error);
    if (!error) text += fmt::format("; {} free", size_text(static_cast<double>(space.available)));
    if (!error && frames + thermo + checkpoints > static_cast<double>(space.available))
        text += "\nWARNING: the disk is too small for this run";
    return text + "\n";
}

std::string advice(const PartitionForecast& f, int ranks, double atoms) {
    std::string text;
    const double largest = *std::max_element(f.halo.begin(), f.halo.end());
    if (ranks > 1 && atoms / ranks < 2000)
        text += fmt::format(
            "advice: {:.0f} atoms a rank are few; up to about {} ranks pay for this system\n",
            atoms / ranks, std::max(1.0, std::floor(atoms / 2000)));
    if (f.imbalance > 1.2)
        text += fmt::format(
            "advice: the busiest rank has {:.2f} times the average; try another number of "
            "ranks, or parallel.layout = \"bisection\"\n",
            f.imbalance);
    if (ranks > 1 && largest > atoms / ranks)
        text += "advice: the largest halo holds more atoms than a rank owns; fewer ranks, with "
                "more threads each, may be faster\n";
    return text;
}

/// Atoms, box and cells.
std::string system_text(const SystemParts& parts, const Domain& d) {
    const auto atoms = static_cast<double>(d.total_atoms);
    const Vec3<double> h = d.box.heights();
    std::string text = fmt::format("atoms: {}\n", d.total_atoms);
    for (std::size_t t = 0; t < parts.species.size(); ++t)
        text += fmt::format("  {}: {}\n", parts.species[t].name, parts.count_of_type[t]);
    text += fmt::format("box: {:.6g} x {:.6g} x {:.6g} (heights), number density {:.5g}\n", h.x,
                        h.y, h.z, atoms / d.box.volume());
    text += fmt::format("cutoff {:.5g}, skin {:.5g}\n", parts.cutoff, parts.skin);
    return text + fmt::format("cells: {} x {} x {}, {:.1f} atoms each\n", d.grid.count.x,
                              d.grid.count.y, d.grid.count.z,
                              atoms / static_cast<double>(d.grid.total()));
}

/// The bricks of the ranks and their memory.
std::string rank_text(const Config& config, const SystemParts& parts,
                      const ChosenPartition& chosen) {
    const PartitionForecast& f = chosen.forecast;
    std::string text;
    for (std::size_t i = 0; i < f.weight.size(); ++i) {
        const Brick& b = chosen.partition.brick(static_cast<Rank>(i));
        const double memory = static_cast<double>(f.weight[i]) * bytes_per_atom(config, parts) +
                              f.halo[i] * bytes_per_halo_atom(config);
        text += fmt::format("  rank {}: cells [{},{}) x [{},{}) x [{},{}), {} atoms, about {:.0f} "
                            "in the halo, {}\n",
                            i, b.lo.x, b.hi.x, b.lo.y, b.hi.y, b.lo.z, b.hi.z, f.weight[i],
                            f.halo[i], size_text(memory));
    }
    return text +
           fmt::format(
               "memory: about {:.0f} bytes per atom, and 40 MB of program and libraries a rank\n",
               bytes_per_atom(config, parts));
}

std::string stage_text(const Config& config) {
    std::string text;
    for (const StageSettings& s : config.stages)
        text += fmt::format("stage {}: {} steps of {} ({})\n", s.name, s.steps, s.time_step,
                            enum_name(s.ensemble));
    return text;
}

std::string note_text(const std::vector<Fault>& notes) {
    std::string text;
    for (const Fault& note : notes)
        text += "note: " + note.where + (note.where.empty() ? "" : ": ") + note.message + "\n";
    return text;
}

} // namespace

void print_plan(const Config& config, const Communicator& comm, std::optional<double> gpu_memory) {
    if (gpu_memory && comm.size() > 1)
        throw InputError("--gpu-memory", "this plans for one GPU: start one rank");
    std::vector<Fault> notes;
    const SystemParts parts = assemble_system(
        config, comm,
        gpu_memory ? imagined_gpu(*gpu_memory)
                   : choose_processor(
                         {config.run.device, config.parallel.share_gpus, config.parallel.transport},
                         comm, notes));
    const SimulationSetup setup = make_setup(config, parts);
    const Domain& d = setup.domain;
    const CellWeights weights(d.grid, atoms_in_cells(parts, d.grid, comm));
    const ChosenPartition chosen = choose_partition({config.parallel.layout, config.parallel.grid},
                                                    weights, d.box, d.list_range, comm.size());
    if (!comm.is_root()) return;
    const PartitionForecast& f = chosen.forecast;
    const auto atoms = static_cast<double>(d.total_atoms);
    const std::string text = system_text(parts, d) +
                             fmt::format("ranks: {}, layout {}, imbalance {:.3f}\n", comm.size(),
                                         enum_name(f.layout), f.imbalance) +
                             (parts.processor.gpu ? gpu_memory_text(config, parts, comm)
                                                  : rank_text(config, parts, chosen)) +
                             stage_text(config) + disk_text(config, atoms) +
                             advice(f, comm.size(), atoms) + note_text(parts.notes) +
                             note_text(notes);
    std::fputs(text.c_str(), stdout);
}

} // namespace mdsim
