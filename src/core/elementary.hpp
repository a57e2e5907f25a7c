// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Elementary functions in our own arithmetic: a library's differ between versions and processors,
// these give the same bits everywhere, and in each lane of a pack those of the number alone. All
// are polynomials after a reduction of the range, with enough terms that the remainder is far below
// half a unit in the last place (ulp); what is left is rounding.
#include "core/error_complement.hpp"
#include "core/exponential.hpp"
#include "core/logarithm.hpp"
#include "core/power.hpp"
#include "core/sine_cosine.hpp"
