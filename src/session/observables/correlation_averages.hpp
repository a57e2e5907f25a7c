// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/blocked_mean.hpp"
#include "core/contract.hpp"
#include "session/output_state.hpp"

namespace mdsim {

/// A correlation function averaged over time origins, of several groups of atoms at once.
///
/// Each origin gives one value a lag; of each lag there is a mean over origins with its error by
/// blocking, as neighbouring origins see much the same motion. An origin whose last lag has come
/// also gives one diffusion coefficient, so that its mean and error need no propagation.
class CorrelationAverages {
  public:
    /// D of the values of one origin, by lag.
    using Diffusion = double (*)(std::span<const double> values, double spacing);

    /// For lags up to `window`, `spacing` apart [time].
    CorrelationAverages(std::size_t groups, std::size_t window, double spacing,
                        Diffusion diffusion_of);

    /// Begins an origin; its values follow in the order of their lags.
    void begin_origin();

    /// Takes the values of all groups for the next lag of a living origin (0 is the oldest).
    void add(std::size_t origin, std::span<const double> values);

    /// Whether the oldest origin has all its lags.
    bool oldest_is_complete() const;
    void drop_oldest();

    std::size_t living() const { return living_.size(); }
    std::size_t groups() const { return diffusion_means_.size(); }
    std::size_t lags() const { return window_ + 1; }
    double spacing() const { return spacing_; }
    const BlockedMean& mean(std::size_t group, std::size_t lag) const {
        MDSIM_EXPECT(group < groups() && lag < lags());
        return means_[group][lag];
    }
    const BlockedMean& diffusion(std::size_t group) const {
        MDSIM_EXPECT(group < groups());
        return diffusion_means_[group];
    }

    /// Notes all of it by names that begin so, and takes it back. `restore` throws InputError where
    /// the numbers are not those of such averages.
    void save(const std::string& prefix, OutputState& state) const;
    void restore(const std::string& prefix, const OutputState& state);

  private:
    using Values = std::vector<std::vector<double>>; ///< [group][lag]

    std::size_t window_;
    double spacing_;
    Diffusion diffusion_of_;
    std::vector<Values> living_;
    std::vector<std::vector<BlockedMean>> means_; ///< [group][lag]
    std::vector<BlockedMean> diffusion_means_;    ///< [group]
};

} // namespace mdsim
