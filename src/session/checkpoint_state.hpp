// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "engine/any_simulation.hpp"
#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "physics/coupling/thermostats.hpp"
#include "session/output_state.hpp"
#include "session/run_parts.hpp"
#include "session/state_blocks.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// Everything a checkpoint holds, owned; for a writer that works while the run goes on.
template <class P> struct CheckpointData {
    CheckpointBlock<P> atoms;
    RunProgress position;
    std::optional<AnyThermostat> thermostat; ///< that the state is of, for the writer
    OutputState outputs;
    LowerTriangular<double> edges; ///< of the box now
    Vec3<double> origin;
    std::string run_id;
    std::vector<RunPart> history; ///< the parts of the run, that of the writer last
    std::string input_text;       ///< the effective input, which one to go on with is compared with
    std::vector<std::string> species;
    std::int64_t total = 0;
    /// Of the block of the atoms. A checkpoint without any is of a version that counted atoms from
    /// 0, in messages and in a trajectory that may go on: so do these.
    AtomLabels labels;
    bool has_labels = true;         ///< whether the file that was read has them
    std::uint32_t largest_tile = 0; ///< as in ListReport: sums go by it
};

/// Writes the data to the folder of the writer.
template <class P> void write_checkpoint(const CheckpointData<P>& data, CheckpointWriter& writer);

/// Reads this rank's block and all the rest. Throws InputError if the checkpoint is of another
/// precision, or does not hold what it should.
template <class P> CheckpointData<P> read_checkpoint(const std::string& path, int rank, int ranks);

} // namespace mdsim
