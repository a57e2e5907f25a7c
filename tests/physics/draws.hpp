// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "core/math.hpp"
#include "core/vec3.hpp"

namespace mdsim::test {

/// Numbers in [-1, 1) without a pattern.
class Draws {
  public:
    explicit Draws(std::uint64_t seed) : state_(seed) {}
    double operator()() {
        state_ = 6364136223846793005u * state_ + 1442695040888963407u;
        return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
    }
    Vec3<double> direction() {
        for (;;) {
            const Vec3<double> d{(*this)(), (*this)(), (*this)()};
            const double r2 = dot(d, d);
            if (r2 > 0.01 && r2 < 1) return (1 / std::sqrt(r2)) * d;
        }
    }

  private:
    std::uint64_t state_;
};

} // namespace mdsim::test
