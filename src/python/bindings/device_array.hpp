// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

#include "ops/id_order.hpp"

namespace mdsim::python {

/// Binds DeviceValues as an array of three numbers an atom, which PyTorch, CuPy and others take up
/// by DLPack, without a copy.
void bind_device_array(nanobind::module_& m);

} // namespace mdsim::python
