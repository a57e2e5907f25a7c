// SPDX-License-Identifier: BSD-3-Clause
#include "setup/atoms_fit.hpp"

#include <fmt/format.h>

#include "core/counted.hpp"
#include "core/error.hpp"
#include "core/size_text.hpp"
#include "machine/host_memory.hpp"

namespace mdsim {

void check_atoms_fit(std::int64_t atoms, const Communicator& comm) {
    const HostMemory memory = least_memory(comm);
    const double needed =
        static_cast<double>(atoms) * (structure_bytes + record_bytes) / comm.size();
    if (needed <= memory.most) return;
    throw InputError("system", fmt::format("{} atoms on {} need more than {} a rank, but {} "
                                           "has {} for it; take fewer atoms or more hosts",
                                           atoms, counted(comm.size(), "rank"), size_text(needed),
                                           memory.limit, size_text(memory.most)));
}

} // namespace mdsim
