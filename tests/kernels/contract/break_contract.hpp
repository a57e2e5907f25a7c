// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim::test {

/// Runs a kernel whose contract is that `value` is below `limit`. Throws EnvironmentError where it
/// is broken, in debug builds: then this process can use its GPU no more.
void break_contract_in_kernel(int value, int limit);

} // namespace mdsim::test
