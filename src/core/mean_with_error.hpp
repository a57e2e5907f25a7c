// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// A mean and its standard error.
struct MeanWithError {
    double value = 0;
    double error = 0;
};

} // namespace mdsim
