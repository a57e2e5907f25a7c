// SPDX-License-Identifier: BSD-3-Clause
#include "session/prepare_run.hpp"

#include <vector>

#include "forecast/box_forecast.hpp"
#include "forecast/gpu_memory.hpp"
#include "forecast/host_forecast.hpp"
#include "session/resume.hpp"
#include "setup/check_start.hpp"
#include "setup/given_by_files.hpp"
#include "setup/make_simulation.hpp"

namespace mdsim {

SystemParts make_parts(Config& config, const Communicator& comm, BusyLine& busy) {
    std::vector<Diagnostic> warnings;
    const Processor processor = choose_processor(
        {config.run.device, config.parallel.share_gpus, config.parallel.transport}, comm, warnings);
    busy.begin("reading or building the system");
    SystemParts parts = assemble_system(config, comm, processor);
    busy.end();
    config.effective_text += given_by_files(config, parts);
    parts.warnings.insert(parts.warnings.end(), warnings.begin(), warnings.end());
    check_host_memory(parts, comm);
    if (processor.gpu) check_gpu_memory(parts, comm);
    warn_of_indivisible_box(config.stages, comm.size(), parts);
    return parts;
}

void add_start_warnings(const Config& config, const Communicator& comm, SystemParts& parts) {
    const StartReport start = look_at_start(config, config, parts, comm);
    parts.warnings.insert(parts.warnings.end(), start.warnings.begin(), start.warnings.end());
    parts.suspicions.insert(parts.suspicions.end(), start.warnings.begin(), start.warnings.end());
    parts.begins_below_tables = start.below_tables;
}

template <class P>
void place_atoms(const MotionSections& motion, const SystemParts& parts,
                 const std::optional<CheckpointData<P>>& resumed, AnySimulation<P>& simulation) {
    if (resumed) {
        simulation.start(records_of(resumed->atoms), resumed->position);
        return;
    }
    simulation.start(make_records<P>(parts.structure));
    if (motion.velocity.temperature)
        simulation.draw_velocities(*motion.velocity.temperature,
                                   motion.velocity.remove_drift.value_or(true),
                                   motion.stages.front().ensemble);
}

template void place_atoms(const MotionSections&, const SystemParts&,
                          const std::optional<CheckpointData<MixedPrecision>>&,
                          AnySimulation<MixedPrecision>&);
template void place_atoms(const MotionSections&, const SystemParts&,
                          const std::optional<CheckpointData<DoublePrecision>>&,
                          AnySimulation<DoublePrecision>&);

} // namespace mdsim
