// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "session/writers/run_writer.hpp"

namespace mdsim {

/// All outputs of a run that take samples, in the order in which they take them; `resumed` is what
/// they noted in the checkpoint that the run goes on from, or null. Collective.
template <class P>
std::vector<std::unique_ptr<RunWriter<P>>> make_writers(const WriterTools<P>& tools,
                                                        const OutputState* resumed);

} // namespace mdsim
