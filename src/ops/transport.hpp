// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "core/field.hpp"
#include "core/ids.hpp"
#include "ops/link_packing.hpp"

namespace mdsim {

/// How ranks on GPUs are to send each other what they share.
enum class TransportChoice { automatic, direct, nccl, staged };

constexpr EnumNames<TransportChoice, 4> enum_names(TransportChoice) {
    return {{{"auto", TransportChoice::automatic},
             {"direct", TransportChoice::direct},
             {"nccl", TransportChoice::nccl},
             {"staged", TransportChoice::staged}}};
}

/// What the input asks of the transport.
struct TransportRequest {
    TransportChoice choice = TransportChoice::automatic;
    int simulated_hosts = 1; ///< for tests: ranks count as on so many hosts, one after the other
    PackingChoice packing = PackingChoice::automatic;

    /// Whether two ranks count as on one host, as far as this goes.
    bool together(Rank a, Rank b, int ranks) const {
        return a * simulated_hosts / ranks == b * simulated_hosts / ranks;
    }
};

/// What carries that from one GPU to another.
enum class Carrier : std::int32_t {
    direct, ///< kernels write into the other's memory
    nccl,
    staged ///< pinned memory of the hosts, and MPI
};

/// Pairs of ranks by what carries between them.
struct CarrierCounts {
    int direct = 0;
    int nccl = 0;
    int staged = 0;
    std::string why_staged = {}; ///< what speaks against NCCL, where hosts carry; may be empty
};

} // namespace mdsim
