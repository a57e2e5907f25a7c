// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "core/blocked_means.hpp"
#include "core/mean_with_error.hpp"
#include "session/output_state.hpp"

namespace mdsim {

/// How a current of a fluid is forgotten, and the transport coefficient that follows: its
/// autocorrelation <J(0) . J(t)> over a power of kT, and the integral of that over time (M. S.
/// Green, J. Chem. Phys. 22, 398, 1954; R. Kubo, J. Phys. Soc. Jpn. 12, 570, 1957). What scales a
/// current is part of its samples, see transport_samples.hpp.
///
/// Each time origin gives one autocorrelation and one integral up to each time, so that their
/// errors, by blocking over origins, need no propagation.
class GreenKuboAverages {
  public:
    /// For times up to `window` samples, which are `spacing` apart [time]; an origin is every
    /// `interval`-th sample. A sample is so many numbers; `power` is that of kT.
    GreenKuboAverages(std::size_t window, std::int64_t interval, double spacing,
                      std::size_t components, int power);

    /// Takes the next sample, at a temperature kT [energy].
    void add(std::span<const double> current, double temperature);

    std::int64_t samples() const { return temperature_.samples(); }
    /// Those whose window is complete.
    std::int64_t origins() const { return products_.samples(); }
    std::size_t lags() const { return products_.series(); }
    double spacing() const { return spacing_; }

    /// The autocorrelation after so many samples.
    MeanWithError correlation(std::size_t lag) const;
    /// The coefficient by the integral up to then.
    MeanWithError coefficient(std::size_t lag) const;
    /// Whether the error of the last of these is to be trusted.
    bool is_converged() const { return integrals_.of(lags() - 1).is_converged(); }

    /// Notes all of it by names that begin so, and takes it back. `restore` throws InputError where
    /// the numbers are not those of such averages.
    void save(const std::string& prefix, OutputState& state) const;
    void restore(const std::string& prefix, const OutputState& state);

  private:
    void take_origin();
    MeanWithError scaled(const BlockedMean& mean) const;

    std::int64_t interval_;
    double spacing_;
    std::size_t components_;
    int power_;
    std::deque<std::vector<double>> latest_; ///< samples, the oldest first; a window at most
    BlockedMeans products_;                  ///< by lag: J(0) . J(t)
    BlockedMeans integrals_;                 ///< by lag, of these over time
    BlockedMean temperature_;                ///< [energy]
};

} // namespace mdsim
