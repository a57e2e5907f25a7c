// SPDX-License-Identifier: BSD-3-Clause
#include "app/failure.hpp"

#include <cstdio>
#include <new>

#include "app/agreement.hpp"

namespace mdsim {

Failure failure_of(const std::exception& error) {
    if (dynamic_cast<const InputError*>(&error) != nullptr)
        return {ExitCode::input_fault, true, error.what()};
    if (dynamic_cast<const PhysicsError*>(&error) != nullptr)
        return {ExitCode::physics_fault, true, error.what()};
    if (dynamic_cast<const SharedEnvironmentError*>(&error) != nullptr)
        return {ExitCode::environment_fault, true, error.what()};
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return {ExitCode::environment_fault, false,
                "out of memory: use fewer atoms a rank, or ask --dry-run what the system needs"};
    return {ExitCode::environment_fault, false, error.what()};
}

ExitCode tell(const Failure& failure, const Communicator& comm) {
    if (comm.is_root() || !failure.on_all_ranks)
        std::fprintf(stderr, "mdsim: %s\n", failure.what.c_str());
    if (!failure.on_all_ranks && comm.size() > 1) comm.abort(static_cast<int>(failure.code));
    return failure.code;
}

} // namespace mdsim
