// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "config/structure_factor_settings.hpp"
#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Makes the writer of structure_factor.csv and structure_factor.h5; goes on where `resumed` is not
/// null.
template <class P>
std::unique_ptr<RunWriter<P>> make_structure_factor_output(const WriterTools<P>& tools,
                                                           const StructureFactorSettings& settings,
                                                           const OutputState* resumed);

} // namespace mdsim
