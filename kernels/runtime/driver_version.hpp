// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim {

/// The least version of CUDA that a driver must offer to a program built with a toolkit, both as
/// CUDA numbers them (12040 is 12.4): older drivers know no graphs that repeat themselves, and none
/// serves a toolkit of a later major version.
int least_driver(int toolkit);

/// What is wrong with a driver that offers such a version, and what to do; empty if nothing is.
std::string why_driver_too_old(int offered, int toolkit);

} // namespace mdsim
