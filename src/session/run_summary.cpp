// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_summary.hpp"

#include <omp.h>
#include <sys/resource.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "cpu/simd/level.hpp"
#include "output/whole_files.hpp"

namespace mdsim {

namespace {

using Json = nlohmann::ordered_json;

/// The most memory this process has had [bytes].
std::int64_t high_water() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{1024} * usage.ru_maxrss;
}

/// The seconds of each phase on the rank where that phase took longest, and their sum on rank 0.
Json phase_seconds(const PhaseTimes& times, const Communicator& comm, double& root_total) {
    constexpr auto count = static_cast<std::size_t>(Phase::count_);
    std::array<double, count> seconds{};
    root_total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        seconds[i] = times.seconds(static_cast<Phase>(i));
        root_total += seconds[i];
    }
    comm.max(std::span<double>(seconds));
    Json json = Json::object();
    for (std::size_t i = 0; i < count; ++i) json[name_of(static_cast<Phase>(i))] = seconds[i];
    return json;
}

/// Seconds that each rank waited for others.
std::vector<double> waits(double mine, const Communicator& comm) {
    std::vector<double> all(static_cast<std::size_t>(comm.size()), 0.0);
    all[static_cast<std::size_t>(comm.rank())] = mine;
    comm.max(std::span<double>(all));
    return all;
}

/// What ranks exchanged: migrations and messages since the start, halo and tiles as they are now.
template <class P> Json exchange(const AnySimulation<P>& simulation, const Communicator& comm) {
    const ListReport lists = simulation.lists();
    const RankStatistics mine = simulation.statistics();
    constexpr double per_second = 1e6;
    std::array<std::int64_t, 12> sums{mine.migrated,
                                      mine.halo.halo_atoms,
                                      mine.halo.messages,
                                      mine.halo.bytes,
                                      static_cast<std::int64_t>(lists.tiles),
                                      static_cast<std::int64_t>(lists.boundary_tiles),
                                      mine.atoms == 0 ? 1 : 0,
                                      static_cast<std::int64_t>(lists.slots),
                                      static_cast<std::int64_t>(lists.entries),
                                      static_cast<std::int64_t>(lists.pairs),
                                      std::llround(per_second * mine.waited),
                                      mine.halo.unpacked};
    comm.sum(std::span<std::int64_t>(sums));
    return {{"migrated_atoms", sums[0]},
            {"halo_atoms", sums[1]},
            {"halo_messages", sums[2]},
            {"halo_bytes_sent", sums[3]},
            {"halo_bytes_unpacked", sums[11]},
            {"packed", mine.packing.packs},
            {"measured_bandwidth", mine.packing.bandwidth},
            {"tiles", sums[4]},
            {"boundary_tiles", sums[5]},
            {"list_slots", sums[7]},
            {"list_entries", sums[8]},
            {"list_pairs", sums[9]},
            {"empty_ranks", sums[6]},
            {"repartitions", mine.repartitions},
            {"enlargements", mine.enlargements},
            {"imbalance", mine.imbalance},
            {"mean_seconds_waited", static_cast<double>(sums[10]) / per_second / comm.size()},
            {"seconds_waited", waits(mine.waited, comm)}};
}

Json rebuild_statistics(const IntervalStatistics& s) {
    return {{"count", s.rebuilds},
            {"steps_between", s.steps},
            {"shortest", s.shortest},
            {"longest", s.longest},
            {"unsafe_steps", s.unsafe}};
}

/// What earlier parts of the run wrote, and what became of it.
Json earlier_json(const EarlierFindings& earlier) {
    Json damaged = Json::array();
    for (const Damage& damage : earlier.damaged)
        damaged.push_back({{"file", damage.file}, {"what", damage.what}});
    return {{"damaged", damaged},
            {"without_checksums", earlier.without_sums},
            {"checked_bytes", earlier.checked_bytes},
            {"unchecked_bytes", earlier.unchecked_bytes}};
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json drift_json(const DriftPerAtom& drift) {
    return {{"samples", drift.samples},
            {"mean_per_atom", number(drift.energy)},
            {"rate_per_atom", number(drift.rate)},
            {"standard_error", number(drift.standard_error)},
            {"energy_unit", drift.energy_unit},
            {"time_unit", drift.time_unit}};
}

} // namespace

template <class P>
void write_run_summary(const std::string& path, const AnySimulation<P>& simulation,
                       const Processor& processor, const std::vector<RunPart>& history,
                       const EndOfRun& end, const Communicator& comm) {
    const auto atoms = simulation.setup().domain.total_atoms;
    const double steps = simulation.times().steps();
    double seconds = 0;
    const Json phases = phase_seconds(simulation.times(), comm, seconds);
    const Json traffic = exchange(simulation, comm);
    const auto bytes = comm.sum_of(static_cast<std::int64_t>(simulation.bytes()));
    const auto memory = comm.sum_of(high_water());
    if (!comm.is_root()) return;
    const double speed = seconds > 0 ? steps / seconds : 0;
    const Vec3<int> cells = simulation.setup().domain.grid.count;
    const Json json = {{"atoms", atoms},
                       {"ranks", comm.size()},
                       {"threads", omp_get_max_threads()},
                       {"device", processor.name()},
                       {"simd", name_of(simd_level())},
                       {"precision", P::name},
                       {"cells", {cells.x, cells.y, cells.z}},
                       {"last_step", simulation.progress().step},
                       {"steps", simulation.times().steps()},
                       {"seconds", seconds},
                       {"steps_per_second", speed},
                       {"atom_steps_per_second", speed * static_cast<double>(atoms)},
                       {"phase_seconds", phases},
                       {"rebuilds", rebuild_statistics(simulation.intervals())},
                       {"exchange", traffic},
                       {"bytes_per_atom", static_cast<double>(bytes) / static_cast<double>(atoms)},
                       {"memory_high_water_bytes", memory},
                       {"earlier_output", earlier_json(end.earlier)},
                       {"energy_drift", end.drift ? drift_json(*end.drift) : Json(nullptr)},
                       {"parts", parts_json(history, simulation.progress().step)}};
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    write_with_sum(path, bytes_of(text), Durability::process);
}

template void write_run_summary(const std::string&, const AnySimulation<MixedPrecision>&,
                                const Processor&, const std::vector<RunPart>&, const EndOfRun&,
                                const Communicator&);
template void write_run_summary(const std::string&, const AnySimulation<DoublePrecision>&,
                                const Processor&, const std::vector<RunPart>&, const EndOfRun&,
                                const Communicator&);

} // namespace mdsim
