// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "config/command_line.hpp"
#include "core/communicator.hpp"
#include "core/ids.hpp"
#include "core/start_time.hpp"
#include "machine/processor.hpp"
#include "output/provenance.hpp"

namespace mdsim {

/// A part of a run: what one start of the program did of it.
struct RunPart {
    Provenance provenance;
    Step first = 0; ///< the step at which it began; that of the next part is where it ended
};

/// What is known of this start of the program; the words about hosts are whole on rank 0.
/// Collective.
Provenance provenance_of(const CommandLine& command, const StartTime& start,
                         const Processor& processor, const Communicator& comm);

/// The parts of a run as JSON, with the first and the last step of each; the last part is at step
/// `last`.
nlohmann::ordered_json parts_json(const std::vector<RunPart>& parts, Step last);

/// The parts as one text, and from it; words that are missing stay empty. A text that is no such
/// list gives no parts: a run goes on without knowing them.
std::string parts_text(const std::vector<RunPart>& parts, Step last);
std::vector<RunPart> parts_of(const std::string& text);

} // namespace mdsim
