// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Makes the writer of thermo.csv and thermo.h5, and of averages.csv, which follows from them; goes
/// on where `resumed` is not null. Collective.
template <class P>
std::unique_ptr<RunWriter<P>> make_thermo_output(const WriterTools<P>& tools,
                                                 const OutputState* resumed);

} // namespace mdsim
