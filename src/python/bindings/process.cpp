// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/process.hpp"

#include <omp.h>

#include <memory>

#include "core/agreement.hpp"
#include "cpu/simd/level.hpp"
#include "guard/hdf5_handle.hpp"
#include "machine/threads.hpp"
#include "report/failure.hpp"

namespace mdsim::python {

namespace {

std::unique_ptr<Process>& only() {
    static std::unique_ptr<Process> process;
    return process;
}

} // namespace

Process::Process()
    : session_(ThreadLevel::multiple), comm_(Communicator::world()), ends_(comm_.duplicate()),
      usual_threads_(omp_get_max_threads()) {
    // MDSIM_SIMD may be more than the processor of one rank offers.
    agree_on(comm_, [] { static_cast<void>(simd_level()); });
}

Process& Process::instance() {
    if (!only()) only().reset(new Process);
    return *only();
}

void Process::end() {
    // HDF5 would stumble over what could not be closed when MPI ends.
    if (only() && guard::all_hdf5_closed())
        only().reset();
    else
        static_cast<void>(only().release());
}

int Process::choose_threads_for(int requested, std::vector<Diagnostic>& warnings) const {
    omp_set_num_threads(usual_threads_);
    choose_threads(requested, comm_, warnings);
    return omp_get_max_threads();
}

void Process::meet(const std::exception& error) const {
    const Failure failure = met_by_all(failure_of(error), ends_);
    if (comm_.size() > 1 && failure.known != Known::in_order) tell(failure, comm_);
}

} // namespace mdsim::python
