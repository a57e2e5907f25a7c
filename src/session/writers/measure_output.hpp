// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Makes the writers of the tables of all measures of structure; they go on where `resumed` is not
/// null. Collective.
template <class P>
std::vector<std::unique_ptr<RunWriter<P>>> make_measure_outputs(const WriterTools<P>& tools,
                                                                const OutputState* resumed);

} // namespace mdsim
