// SPDX-License-Identifier: BSD-3-Clause
#include "machine/threads.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "engine/run_settings.hpp"
#include "machine/cores.hpp"

namespace mdsim {

bool choose_threads(int requested, const Communicator& comm, std::vector<Diagnostic>& warnings) {
    const int ranks = comm.node().size;
    const Cores cores = usable_cores(comm);
    if (requested > 0)
        omp_set_num_threads(requested);
    else if (std::getenv("OMP_NUM_THREADS") == nullptr)
        omp_set_num_threads(usual_threads(cores, ranks));
    const int found = comm.max_of(omp_get_max_threads());
    if (found > RunSettings::most_threads)
        throw InputError("OMP_NUM_THREADS",
                         fmt::format("asks for {} threads, at most {} can be had", found,
                                     RunSettings::most_threads));
    const int on_node = comm.on_node().sum_of(omp_get_max_threads());
    const std::string advice = threads_advice(cores, omp_get_max_threads(), on_node, ranks);
    const std::string key = omp_get_max_threads() == 1 ? "ranks"
                            : requested > 0            ? "run.threads"
                                                       : "OMP_NUM_THREADS";
    if (!advice.empty()) warnings.push_back({key, advice});
    return !advice.empty();
}

void warn_of_busy_cores(const Communicator& comm, std::vector<Diagnostic>& warnings) {
    const int threads = comm.on_node().sum_of(omp_get_max_threads());
    const int machine = static_cast<int>(std::thread::hardware_concurrency());
    const std::string advice =
        comm.broadcast(busy_advice(busy_cores(comm.node().size), machine, threads));
    if (!advice.empty()) warnings.push_back({"run.threads", advice});
}

} // namespace mdsim
