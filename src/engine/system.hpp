// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// The atoms of one rank in the memory of a Space, and all that a simulation does to them.
///
/// Both spaces answer to the same calls; where `runs_ahead` is true, steps that nothing stops
/// between their half kicks are handed over in batches and the host does not wait in between.
template <class P, class Space> class System;

} // namespace mdsim
