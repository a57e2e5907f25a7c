// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "ops/transport.hpp"

namespace mdsim {

/// What carries between GPUs: "all pairs direct", or "2 pairs direct, 4 by NCCL".
std::string transport_text(const CarrierCounts& carriers);

} // namespace mdsim
