// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The pack of numbers that one instruction works on, for the instruction set that this unit is
/// compiled for. Each set has its own namespace, so that code compiled for one can never be linked
/// in place of another's.
///
/// A pack has `width` lanes; one lane belongs to one atom and lanes are never added to each other,
/// so the width does not show in any result.
#ifndef MDSIM_SIMD_LEVEL
#error "pack.hpp is for units that are compiled once per instruction set"
#endif

#if MDSIM_SIMD_LEVEL == 3
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 takes the deliberately undefined operands inside its own intrinsics for a fault (its bug
// 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#define MDSIM_SIMD avx512
#include "cpu/simd/pack_avx512.hpp"
#elif MDSIM_SIMD_LEVEL == 2
#define MDSIM_SIMD avx2
#include "cpu/simd/pack_avx2.hpp"
#elif MDSIM_SIMD_LEVEL == 4
#define MDSIM_SIMD neon
#include "cpu/simd/pack_neon.hpp"
#else
#define MDSIM_SIMD baseline
#include "cpu/simd/pack_baseline.hpp"
#endif
