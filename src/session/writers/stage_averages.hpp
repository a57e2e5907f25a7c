// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "core/blocked_mean.hpp"
#include "output/h5md_setup.hpp"
#include "session/output_state.hpp"

namespace mdsim {

/// The mean of each column of thermo.csv in each stage, with its standard error by blocking; of one
/// rank.
class StageAverages {
  public:
    StageAverages(const std::vector<StageSettings>& stages, std::vector<NamedQuantity> columns);

    /// Takes the values of a row, in the order of the columns.
    void add(std::size_t stage, std::span<const double> values);

    void save(OutputState& state) const;
    void restore(const OutputState& state);

    /// Replaces a file with a line for each stage that has samples and each column. Throws
    /// EnvironmentError.
    void write(const std::string& path) const;

    /// The averages of a stage in whole lines; empty below two samples.
    std::string text(std::size_t stage) const;

  private:
    std::string line(std::size_t stage, std::size_t column) const;

    std::vector<std::string> names_; ///< of the stages
    std::vector<NamedQuantity> columns_;
    std::vector<std::vector<BlockedMean>> means_; ///< [stage][column]
};

} // namespace mdsim
