// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "config/profile_settings.hpp"
#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Makes the writer of profile.csv and profile.h5; goes on where `resumed` is not null.
template <class P>
std::unique_ptr<RunWriter<P>> make_profile_output(const WriterTools<P>& tools,
                                                  const ProfileSettings& settings,
                                                  const OutputState* resumed);

} // namespace mdsim
