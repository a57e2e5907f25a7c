// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/ids.hpp"
#include "session/effective_text.hpp"

namespace mdsim {

/// What is wrong with going on at `step` with the stages of the effective input `is`, where the run
/// came so far with those of `was`.
///
/// A stage that has done a step is what it was, but for keys that are declared free (its name and
/// its outputs): otherwise the times already written would be those of another run, and a ramp
/// would jump back. The one in hand may get more steps, or fewer that are not yet done, unless its
/// temperature is ramped over them. Stages that have not started are free. Compared as text, as the
/// user wrote it.
std::vector<Diagnostic> changes_of_started_stages(const EffectiveText& was, const EffectiveText& is,
                                                  Step step);

} // namespace mdsim
