// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/error.hpp"
#include "engine/run_settings.hpp"
#include "ops/devices.hpp"
#include "ops/transport.hpp"

namespace mdsim {

/// Where a run computes.
struct Processor {
    std::optional<DeviceInfo> gpu; ///< none: on the CPU
    int device = 0;                ///< number of the GPU among those of this process

    /// "cpu", or the name and the architecture of the GPU.
    std::string name() const;
};

/// What the user asks for.
struct ProcessorRequest {
    DeviceChoice device = DeviceChoice::automatic;
    bool share_gpus = false;                                ///< several ranks may use one GPU
    TransportChoice transport = TransportChoice::automatic; ///< between them
};

/// What to compute on, of what this process has; collective. Several ranks of a node take its GPUs
/// in their order. `auto` takes a GPU wherever one can be used, and adds a warning where one is
/// there but cannot. Throws InputError on all ranks alike where the input asks for a GPU that
/// cannot be had.
Processor choose_processor(const ProcessorRequest& request, const Communicator& comm,
                           std::vector<Diagnostic>& warnings);

/// A GPU of so much memory [bytes] that this process need not have, for a forecast.
Processor imagined_gpu(double memory);

} // namespace mdsim
