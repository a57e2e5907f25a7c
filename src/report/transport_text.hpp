// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "ops/link_packing.hpp"
#include "ops/transport.hpp"

namespace mdsim {

/// What carries between GPUs: "all pairs direct", or "2 pairs direct, 4 by NCCL".
std::string transport_text(const CarrierCounts& carriers);

/// Whether positions are packed on their way to other ranks, and why; empty where nothing was
/// decided, as on one host.
std::string packing_text(const LinkPacking& packing);

} // namespace mdsim
