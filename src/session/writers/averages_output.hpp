// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Makes the writer of averages.csv: of each stage the mean of each column of thermo.csv, with its
/// standard error by blocking.
template <class P>
std::unique_ptr<RunWriter<P>> make_averages_output(const WriterTools<P>& tools,
                                                   const OutputState* resumed);

} // namespace mdsim
