// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// Which tiles a pass works on: those whose atoms other ranks see, the others, or all.
enum class TileSet { boundary, interior, all };

} // namespace mdsim
