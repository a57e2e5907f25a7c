// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_simulation.hpp"

#include "session/folder_run.hpp"
#include "session/missing_ranks.hpp"
#include "session/stop_signals.hpp"

namespace mdsim {

namespace {

template <class P>
ExitCode run_to_end(const Config& config, const CommandLine& command, const StartTime& start,
                    const Communicator& comm, const MpiSession& session) {
    // From before the run says that it is on its way, until the process ends: a signal that comes
    // while one rank begins, or behind the last step, must not kill it.
    static const StopSignals signals;
    FolderRun<P> run(config, command, start, comm, session);
    run.advance(nullptr);
    return run.end();
}

} // namespace

ExitCode run_simulation(const Config& config, const CommandLine& command, const StartTime& start,
                        const Communicator& comm, const MpiSession& session) {
    const auto watch = watch_for_missing_ranks(config.parallel.longest_wait, comm);
    const ExitCode code = config.run.precision == Precision::double_
                              ? run_to_end<DoublePrecision>(config, command, start, comm, session)
                              : run_to_end<MixedPrecision>(config, command, start, comm, session);
    comm.barrier(); // waits where the watch looks: it does not see how MPI ends
    return code;
}

} // namespace mdsim
