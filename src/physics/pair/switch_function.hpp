// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim {

/// S(x) = 1 - 10 x^3 + 15 x^4 - 6 x^5, x = (r - r_s) / (r_c - r_s): from one at r_s to zero at the
/// cutoff r_c, with two continuous derivatives at both ends; constant outside.
///
/// The potential switch of GROMACS, reference manual, section "Modified non-bonded interactions".
template <class Real> class SwitchFunction {
  public:
    /// 0 <= r_s < r_c [length].
    SwitchFunction(double r_s, double r_c)
        : scale_(static_cast<Real>(1 / (r_c - r_s))), start_(static_cast<Real>(r_s / (r_c - r_s))) {
    }

    struct At {
        Real value;
        Real fall; ///< -dS/dx
    };

    MDSIM_HD At operator()(Real r) const {
        const Real zero(static_cast<Scalar<Real>>(0));
        const Real one(static_cast<Scalar<Real>>(1));
        const Real x = minimum(maximum(fused_multiply_add(r, scale_, -start_), zero), one);
        const Real rest = one - x;
        // (1 - x)^3 (1 + 3 x + 6 x^2) does not cancel at the cutoff.
        return {rest * rest * rest * polynomial(x, 1.0, 3.0, 6.0),
                x * x * rest * rest * Real(static_cast<Scalar<Real>>(30))};
    }

    /// dx/dr [1 / length].
    MDSIM_HD Real scale() const { return scale_; }

  private:
    Real scale_; ///< 1 / (r_c - r_s) [1 / length]
    Real start_; ///< r_s / (r_c - r_s)
};

} // namespace mdsim
