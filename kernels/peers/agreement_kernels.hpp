// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/peers/agreement_view.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Threads of a block that agrees: one for each word of a rank, up to 64 ranks at once.
unsigned agreement_threads(int ranks);

/// Loads the kernels; a kernel that is loaded at its first use would wait for one that waits.
void load_agreement();

/// Queues a kernel that agrees and writes the answer to `all`. Without words (null) ranks only
/// meet.
void queue_agreement(const Stream& stream, const AgreementView& view, const AgreementWords* mine,
                     Agreed* all);

/// Queues a kernel that calls off what all ranks wait for, and all that comes after.
void queue_calling_off(const Stream& stream, const AgreementView& view);

} // namespace mdsim
