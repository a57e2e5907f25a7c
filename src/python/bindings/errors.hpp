// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim::python {

/// Lets errors of mdsim be thrown as the exceptions of mdsim.errors, remarks included.
void translate_errors();

} // namespace mdsim::python
