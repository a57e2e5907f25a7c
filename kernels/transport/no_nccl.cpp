// SPDX-License-Identifier: BSD-3-Clause
// The transport of builds without NCCL.
#include "core/error.hpp"
#include "kernels/transport/nccl_transport.hpp"

namespace mdsim {

bool has_nccl() { return false; }

std::unique_ptr<Transport> make_nccl_transport(const PeerLinks&, std::chrono::nanoseconds,
                                               std::chrono::nanoseconds) {
    throw EnvironmentError("this program was built without NCCL");
}

} // namespace mdsim
