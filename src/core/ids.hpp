// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// A particle's number, fixed for the whole run and the same on every rank; counts from 0.
using ParticleId = std::int64_t;

/// A particle's place in the arrays of one rank; changes at every list rebuild.
using LocalIndex = std::uint32_t;

/// Stands for no atom where a LocalIndex is expected.
inline constexpr LocalIndex no_atom = ~LocalIndex{0};

/// A species, as an index into the list of species; counts from 0.
using TypeId = std::uint32_t;

/// The number of a time step, counted over all stages of a run.
using Step = std::int64_t;

/// The number of a process in the run; counts from 0.
using Rank = int;

} // namespace mdsim
