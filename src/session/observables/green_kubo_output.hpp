// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Makes the writer of viscosity.csv and viscosity.h5; goes on where `resumed` is not null.
template <class P>
std::unique_ptr<RunWriter<P>> make_viscosity_output(const WriterTools<P>& tools,
                                                    const GreenKuboSettings& settings,
                                                    const OutputState* resumed);

/// Makes the writer of conductivity.csv and conductivity.h5; goes on where `resumed` is not null.
template <class P>
std::unique_ptr<RunWriter<P>> make_conductivity_output(const WriterTools<P>& tools,
                                                       const GreenKuboSettings& settings,
                                                       const OutputState* resumed);

} // namespace mdsim
