// SPDX-License-Identifier: BSD-3-Clause
#include "app/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "config/built_in_start.hpp"
#include "config/cadence.hpp"
#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "core/counted.hpp"
#include "core/size_text.hpp"
#include "domain/choose_partition.hpp"
#include "forecast/box_forecast.hpp"
#include "forecast/disk_forecast.hpp"
#include "forecast/gpu_memory.hpp"
#include "forecast/host_forecast.hpp"
#include "guard/printable.hpp"
#include "metrics/metrics_server.hpp"
#include "output/h5md_writer.hpp"
#include "output/row_writer.hpp"
#include "report/busy_line.hpp"
#include "report/describe_start.hpp"
#include "session/earlier_run.hpp"
#include "session/look_into_folder.hpp"
#include "session/measures/make_measures.hpp"
#include "session/resume.hpp"
#include "session/run_files.hpp"
#include "session/thermo_columns.hpp"
#include "session/trajectory_setup.hpp"
#include "setup/given_by_files.hpp"
#include "setup/make_simulation.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

namespace {

/// What an atom of another rank takes beside those of its own.
double bytes_per_halo_atom(Precision precision) {
    const double real = precision == Precision::double_ ? 8 : 4;
    return 5 * 4 * real + 8 + 12 + 2 * 4 * real;
}

std::vector<std::int64_t> atoms_in_cells(const SystemParts& parts, const CellGrid& grid,
                                         const Communicator& comm) {
    std::vector<std::int64_t> count(static_cast<std::size_t>(grid.total()), 0);
    for (const auto& r : make_records<MixedPrecision>(parts.structure))
        ++count[static_cast<std::size_t>(grid.cell_of(r.site))];
    comm.sum(std::span<std::int64_t>(count));
    return count;
}

std::string advice(const PartitionForecast& f, int ranks, double atoms) {
    MDSIM_EXPECT(!f.halo.empty() && ranks > 0);
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

/// The bricks of the ranks and their memory.
std::string rank_text(Precision precision, const HostForecast& host,
                      const ChosenPartition& chosen) {
    const PartitionForecast& f = chosen.forecast;
    MDSIM_EXPECT(f.halo.size() == f.weight.size());
    std::string text;
    for (std::size_t i = 0; i < f.weight.size(); ++i) {
        const Brick& b = chosen.partition.brick(static_cast<Rank>(i));
        const double memory = static_cast<double>(f.weight[i]) * host.bytes_per_atom +
                              f.halo[i] * bytes_per_halo_atom(precision);
        text += fmt::format("  rank {}: cells [{},{}) x [{},{}) x [{},{}), {} atoms, about {:.0f} "
                            "in the halo, {}\n",
                            i, b.lo.x, b.hi.x, b.lo.y, b.hi.y, b.lo.z, b.hi.z, f.weight[i],
                            f.halo[i], size_text(memory));
    }
    return text;
}

std::string stage_text(const std::vector<StageSettings>& stages) {
    std::string text;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& s = stages[i];
        const std::string number = fmt::format("stage {}", i);
        text += fmt::format("{}: {} of {} ({})\n",
                            s.name == number ? number : fmt::format("{}, {}", number, s.name),
                            counted(s.steps, "step"), s.time_step, enum_name(s.ensemble));
    }
    return text;
}

std::string warnings_text(const std::vector<Diagnostic>& warnings) {
    std::string text;
    for (const Diagnostic& warning : warnings)
        text += "warning: " + warning.where + (warning.where.empty() ? "" : ": ") +
                warning.message + "\n";
    return text;
}

void print(const std::string& text) {
    std::fputs(guard::printable(text).c_str(), stdout);
    std::fflush(stdout);
}

Processor planned_processor(const Config& config, const CommandLine& command,
                            const Communicator& comm, std::vector<Diagnostic>& warnings) {
    if (command.gpu_memory && comm.size() > 1)
        throw InputError("--gpu-memory", "this plans for one GPU: start one rank");
    if (command.gpu_memory) return imagined_gpu(*command.gpu_memory);
    return choose_processor(
        {config.run.device, config.parallel.share_gpus, config.parallel.transport}, comm, warnings);
}

/// The parts of a system, and what a run is refused with though its plan can be made.
struct PlannedSystem {
    SystemParts parts;
    std::vector<Diagnostic> refusals;
};

/// Leaves a grid open that the ranks cannot have, so that the plan shows one that they can.
PlannedSystem plan_system(Config& config, const Processor& processor, const Communicator& comm) {
    std::vector<Diagnostic> refusals = errors_of_rank_grid(config.parallel, comm.size());
    if (!refusals.empty()) config.parallel.grid = {0, 0, 0};
    try {
        return {assemble_system(config, comm, processor), std::move(refusals)};
    } catch (const InputError& error) {
        for (const Diagnostic& found : error.errors()) refusals.push_back(found);
        throw InputError(std::move(refusals));
    }
}

/// The layout, with the ranks in each direction where it has them.
std::string layout_text(const PartitionForecast& f, int ranks, bool of_input) {
    std::string text = fmt::format("ranks: {}, layout {}", ranks, enum_name(f.layout));
    if (f.layout != LayoutKind::bisection)
        text += fmt::format(" {} x {} x {}", f.ranks[0], f.ranks[1], f.ranks[2]);
    if (!of_input) text += ", chosen in place of parallel.grid";
    return text + fmt::format(", imbalance {:.3f}\n", f.imbalance);
}

/// Throws what the run would because of files that it would go on with.
void look_at_files(const Config& config, const SystemParts& parts, const RunFiles& files, Step step,
                   const std::string& run_id, const OutputState& outputs) {
    const Cadence cadence(config.stages, config);
    if (cadence.frames() > 0 && outputs.count("frames") > 0)
        H5mdWriter::expect_resumable(
            trajectory_setup(config.trajectory, config, parts, files, run_id, {}),
            {step, outputs.count("frames")});
    if (cadence.thermo_rows() > 0 && outputs.count(rows_name(thermo_table)) > 0)
        RowWriter::expect_resumable(thermo_setup(config.thermo, parts.units, files, run_id, {}),
                                    {step, outputs.count(rows_name(thermo_table))});
    for (const auto& measure : make_measures(config, parts))
        if (const std::int64_t rows = outputs.count(rows_name(measure->name())); rows > 0)
            RowWriter::expect_resumable(measure_table(*measure, parts.units, files, run_id, {}),
                                        {step, rows});
}

template <class P>
void look_at_run(const Config& config, SystemParts& parts, const RunFiles& files,
                 const Communicator& comm) {
    const CheckpointData<P> data =
        read_resumed<P>(config.effective_text, Cadence(config.stages, config), parts, files, comm);
    do_on_root(comm, [&] {
        look_at_files(config, parts, files, data.position.step, data.run_id, data.outputs);
    });
}

/// Throws what the run would because of what lies in its folder.
void look_at_folder(const Config& config, SystemParts& parts, const RunFiles& files,
                    EarlierRun earlier, const Communicator& comm) {
    look_into_folder(config, config, files, earlier, comm);
    if (earlier != EarlierRun::continued) return;
    if (config.run.precision == Precision::double_)
        look_at_run<DoublePrecision>(config, parts, files, comm);
    else
        look_at_run<MixedPrecision>(config, parts, files, comm);
}

} // namespace

void print_plan(Config config, const CommandLine& command, const Communicator& comm) {
    expect_metrics_server(config.metrics);
    std::vector<Diagnostic> warnings;
    BusyLine busy(command.quiet || !comm.is_root());
    busy.begin("reading or building the system");
    auto [parts, refusals] =
        plan_system(config, planned_processor(config, command, comm, warnings), comm);
    config.effective_text += given_by_files(config, parts);
    warn_of_indivisible_box(config.stages, comm.size(), parts);
    const SimulationSetup setup = make_setup(parts);
    const Domain& d = setup.domain;
    const HostForecast host = forecast_host_memory(parts, comm);
    const CellWeights weights(d.grid, atoms_in_cells(parts, d.grid, comm));
    ChosenPartition chosen = choose_partition({config.parallel.layout, config.parallel.grid},
                                              weights, d.box, d.list_range, comm.size());
    chosen.forecast.halo = forecast(chosen.partition.bricks(), weights, d.box,
                                    setup.halo_range(setup.starting_box().frame))
                               .halo;
    const RunFiles files{config.output_directory()};
    const EarlierRun earlier = resolve_on_root(earlier_run(command), config, files, comm);
    const std::string nearest =
        earlier == EarlierRun::continued ? "" : start_text(config, config, comm, parts);
    const std::string processor_text = parts.processor.gpu
                                           ? gpu_memory_text(parts, comm)
                                           : rank_text(config.run.precision, host, chosen);
    busy.end();
    if (comm.is_root()) {
        const PartitionForecast& f = chosen.forecast;
        const std::string text =
            system_text(parts, d) + fills_text(config) + nearest +
            layout_text(f, comm.size(), refusals.empty()) + processor_text +
            host_memory_text(host) + stage_text(config.stages) +
            box_outlook_text(config.stages, parts) +
            disk_text(forecast_disk(config.stages, config, config.run.precision, d.box,
                                    d.total_atoms, files.folder,
                                    bytes_taken_over(files, earlier))) +
            advice(f, comm.size(), static_cast<double>(d.total_atoms)) +
            warnings_text(parts.warnings) + warnings_text(warnings);
        print(text);
    }
    if (!refusals.empty()) throw InputError(refusals);
    parts.warnings.clear();
    look_at_folder(config, parts, files, earlier, comm);
    if (comm.is_root()) print(warnings_text(parts.warnings));
}

} // namespace mdsim
