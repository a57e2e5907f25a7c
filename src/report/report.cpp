// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sys/resource.h>

#include <cstdio>
#include <string>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "cpu/simd/level.hpp"
#include "guard/printable.hpp"
#include "report/console.hpp"
#include "report/links_text.hpp"
#include "report/transport_text.hpp"
#include "setup/range_text.hpp"

namespace mdsim {

namespace {

/// The most memory this process has had [bytes].
double high_water() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

std::string cpu_text(const Communicator& comm) {
    return fmt::format("{} x {}, {} kernels", counted(comm.size(), "rank"),
                       counted(omp_get_max_threads(), "thread"), name_of(simd_level()));
}

/// Ranks of which a run measures all pairs as it starts: it takes some milliseconds a pair.
constexpr int most_measured_ranks = 8;

std::string carriers_text(const CarrierCounts& carriers) {
    std::string text = transport_text(carriers);
    if (carriers.staged == 0 || carriers.why_staged.empty()) return text;
    return fmt::format("{}; not by NCCL: {}", text, carriers.why_staged);
}

std::string phase_table(const PhaseTimes& times, double wall) {
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Phase::count_); ++i) {
        const Phase phase = static_cast<Phase>(i);
        const double seconds = times.seconds(phase);
        if (seconds > 0.0005 * wall)
            text += fmt::format("  {:<28} {:>9.3f} s {:>5.1f} %\n", name_of(phase), seconds,
                                100 * seconds / wall);
    }
    return text;
}

std::string rebuild_text(const IntervalStatistics& s) {
    if (s.rebuilds == 0) return "list rebuilds: none\n";
    return fmt::format(
        "list rebuilds: {}, every {:.1f} steps on average (shortest {}, longest {})\n", s.rebuilds,
        static_cast<double>(s.steps) / static_cast<double>(s.rebuilds), s.shortest, s.longest);
}

} // namespace

Report::Report(const std::vector<StageSettings>& stages, const std::filesystem::path& folder,
               const SystemParts& parts, const Communicator& comm, bool quiet, RunLog& log)
    : stages_(&stages), folder_(folder), parts_(&parts), comm_(&comm), log_(&log), silent_(quiet),
      quiet_(quiet || !comm.is_root()), began_(std::chrono::steady_clock::now()) {
    MDSIM_EXPECT(!stages.empty());
}

void Report::say(const std::string& text) const {
    log_->add(text);
    if (quiet_) return;
    std::fputs((text + "\n").c_str(), stdout);
    std::fflush(stdout);
}

void Report::add(std::string lines) const {
    while (!lines.empty() && lines.back() == '\n') lines.pop_back();
    if (comm_->is_root() && !lines.empty()) say(lines);
}

/// What several GPUs are to each other: pair by pair where they are few. Collective.
template <class P> std::string Report::gpus_text(AnySimulation<P>& simulation) const {
    if (!parts_->processor.gpu || comm_->size() == 1 || silent_) return "";
    if (comm_->size() > most_measured_ranks)
        return fmt::format("{} ranks on GPUs, {}", comm_->size(),
                           carriers_text(simulation.statistics().carriers));
    std::string text = links_text(simulation.links());
    text.pop_back();
    return text;
}

void report_warnings(std::vector<Diagnostic>& warnings, const Communicator& comm, RunLog& log) {
    for (const Diagnostic& warning : warnings) {
        const std::string text = guard::printable(fmt::format(
            "warning: {}{}{}", warning.where, warning.where.empty() ? "" : ": ", warning.message));
        if (comm.is_root()) std::fprintf(stderr, "mdsim: %s\n", text.c_str());
        log.add(text);
    }
    warnings.clear();
}

template <class P> void Report::begin(AnySimulation<P>& simulation, const char* precision) const {
    const std::string links = gpus_text(simulation);
    const std::string packing = packing_text(simulation.statistics().packing);
    if (!comm_->is_root()) return;
    const Domain& d = simulation.setup().domain;
    say(fmt::format("{}, {} precision, {}", counted(d.total_atoms, "atom"), precision,
                    parts_->processor.gpu ? "on " + parts_->processor.name() : cpu_text(*comm_)));
    if (!links.empty()) say(links);
    if (!packing.empty()) say(packing);
    const BoxState& box = simulation.box();
    const Vec3<double> h = box.now.heights();
    say(fmt::format("box {:.6g} x {:.6g} x {:.6g}{}, {} x {} x {} cells, {}, output in {}", h.x,
                    h.y, h.z, box.now.orthorhombic() ? "" : " (heights)", box.frame.grid.count.x,
                    box.frame.grid.count.y, box.frame.grid.count.z, cutoff_text(*parts_),
                    folder_.string()));
    const std::string longer = longer_lists_text(*parts_);
    if (!longer.empty()) say(longer);
    if (parts_->engine.neighbor.rebuild == RebuildRule::fixed)
        say("neighbour lists are rebuilt at a fixed interval without a check: pairs may be missed");
    if (simulation.progress().step > 0)
        say(fmt::format("going on from step {}", simulation.progress().step));
}

template <class P>
void Report::end(const AnySimulation<P>& simulation, const EnergyDrift& drift, Step last_checkpoint,
                 bool finished) const {
    MDSIM_EXPECT(simulation.progress().stage < stages_->size());
    MDSIM_EXPECT(last_checkpoint <= simulation.progress().step);
    const double bytes =
        static_cast<double>(comm_->sum_of(static_cast<std::int64_t>(simulation.bytes())));
    const double process =
        static_cast<double>(comm_->sum_of(static_cast<std::int64_t>(high_water())));
    if (!comm_->is_root()) return;
    const auto atoms = static_cast<double>(simulation.setup().domain.total_atoms);
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    const StageSettings& stage = (*stages_)[simulation.progress().stage];
    const IntervalStatistics& s = simulation.intervals();
    const RankStatistics mine = simulation.statistics();
    const double steps = simulation.times().steps();
    std::string text = fmt::format(
        "\n{} at step {} after {}: {:.4g} steps/s, {:.4g} M atom-steps/s, {:.4g} {}/day\n",
        finished ? "finished" : "stopped", simulation.progress().step, elapsed_text(wall),
        steps / wall, steps * atoms / wall * 1e-6,
        parts_->units.to_speed_time(stage.time_step) * steps / wall * 86400,
        parts_->units.speed_time_name());
    text += phase_table(simulation.times(), wall);
    text += rebuild_text(s);
    if (s.unsafe > 0)
        text += fmt::format("WARNING: on {} atoms had moved farther than the skin allows; "
                            "pairs may have been missed\n",
                            counted(s.unsafe, "step"));
    if (comm_->size() > 1)
        text += fmt::format(
            "atoms migrated to rank 0: {}, halo of rank 0: {} atoms, imbalance of time {:.2f}, "
            "new bricks: {}\n",
            mine.migrated, mine.halo.halo_atoms, mine.imbalance,
            counted(mine.repartitions, "time"));
    text += fmt::format(
        "memory: {:.0f} bytes per atom for atoms and lists, {:.1f} MiB in all processes at most",
        bytes / atoms, process / 1048576);
    if (stage.keeps_energy())
        text += "\n" + drift_text(drift_per_atom(drift, simulation.setup().domain.total_atoms,
                                                 stage.time_step, parts_->units));
    if (last_checkpoint >= 0) text += fmt::format("\nlast checkpoint: step {}", last_checkpoint);
    say(text);
}

template void Report::begin(AnySimulation<MixedPrecision>&, const char*) const;
template void Report::begin(AnySimulation<DoublePrecision>&, const char*) const;
template void Report::end(const AnySimulation<MixedPrecision>&, const EnergyDrift&, Step,
                          bool) const;
template void Report::end(const AnySimulation<DoublePrecision>&, const EnergyDrift&, Step,
                          bool) const;

} // namespace mdsim
