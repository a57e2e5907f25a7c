// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim {

/// A number by which several others are divided: the same bits as by `/`, in the time of a few
/// multiplications.
///
/// A quotient by the reciprocal is brought within one unit in the last place by one step of
/// Newton's method, and then rounded correctly by another; Markstein, IBM J. Res. Dev. 34, 111
/// (1990), theorem 8.5. Quotients and remainders must be normal numbers or zero.
class Divisor {
  public:
    Divisor() = default;
    MDSIM_HD explicit Divisor(double value) : value_(value), reciprocal_(1 / value) {
        MDSIM_EXPECT(value > 0);
    }

    /// x divided by this number.
    MDSIM_HD double divide(double x) const {
        const double near = refined(x, x * reciprocal_);
        return refined(x, near);
    }

  private:
    MDSIM_HD double refined(double x, double quotient) const {
        const double left = fused_multiply_add(-quotient, value_, x);
        return fused_multiply_add(left, reciprocal_, quotient);
    }

    double value_ = 1;
    double reciprocal_ = 1;
};

} // namespace mdsim
