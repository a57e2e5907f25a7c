// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/blocked_mean.hpp"
#include "core/mean_with_error.hpp"
#include "engine/thermo.hpp"
#include "session/output_state.hpp"

namespace mdsim {

/// How the shear stress of a fluid is forgotten, and the viscosity that follows.
///
/// The relaxation modulus is G(t) = V / (10 k T) <P(0) : P(t)>, where P is the symmetric traceless
/// part of the pressure tensor, and the viscosity its integral (M. S. Green 1954, R. Kubo 1957;
/// with all components of the tensor P. J. Daivis and D. J. Evans, J. Chem. Phys. 100, 541, 1994).
/// Each time origin gives one G(t) and one integral up to each t, so that their errors, by blocking
/// over origins, need no propagation.
class StressAverages {
  public:
    /// For times up to `window` samples, which are `spacing` apart [time]; an origin is every
    /// `interval`-th sample.
    StressAverages(std::size_t window, std::int64_t interval, double spacing);

    /// Takes the next sample.
    void add(const Thermo& thermo);

    std::int64_t samples() const { return temperature_.samples(); }
    /// Those whose window is complete.
    std::int64_t origins() const { return products_.front().samples(); }
    std::size_t lags() const { return products_.size(); }
    double spacing() const { return spacing_; }

    /// G after so many samples [energy / length^3].
    MeanWithError modulus(std::size_t lag) const;
    /// The integral of G up to then [energy time / length^3].
    MeanWithError viscosity(std::size_t lag) const;
    /// Whether the error of the last of these is to be trusted.
    bool is_converged() const { return integrals_.back().is_converged(); }

    /// Notes all of it by names that begin so, and takes it back. `restore` throws InputError where
    /// the numbers are not those of such averages.
    void save(const std::string& prefix, OutputState& state) const;
    void restore(const std::string& prefix, const OutputState& state);

  private:
    /// xx, yy, zz, xy, xz, yz of the traceless tensor times the root of the volume.
    using Stress = std::array<double, 6>;

    void take_origin();
    MeanWithError scaled(const BlockedMean& mean) const;

    std::int64_t interval_;
    double spacing_;
    std::deque<Stress> latest_;          ///< samples, the oldest first; a window of them at most
    std::vector<BlockedMean> products_;  ///< by lag: V P(0) : P(t) / 10
    std::vector<BlockedMean> integrals_; ///< by lag, of these over time
    BlockedMean temperature_;            ///< [energy]
};

} // namespace mdsim
