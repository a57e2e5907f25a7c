// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/measure_settings.hpp"
#include "session/measures/measure.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// How many neighbours of the species that are counted each atom has within a cutoff, their means,
/// by pairs of species where there are several, and a histogram.
class CoordinationMeasure final : public Measure {
  public:
    CoordinationMeasure(const CoordinationSettings& settings, const SystemParts& parts);

    std::string name() const override { return "coordination"; }
    bool wants_types() const override { return species_.size() > 1; }
    std::vector<NamedQuantity> columns() const override;
    void look(const Surroundings& seen) override;
    std::vector<double> row(const Communicator& comm) const override;
    BlockArray numbers() const override {
        return block_array(std::span<const std::int32_t>(totals_));
    }

  private:
    double cutoff_;
    std::size_t histogram_; ///< columns, but for the last
    std::vector<std::string> species_;
    std::vector<std::int64_t> count_of_type_;
    std::vector<bool> is_counted_;     ///< by type
    std::vector<std::int32_t> totals_; ///< of the atoms of the block
    std::vector<std::int64_t> pairs_;  ///< neighbours of each type, of the block by its types
};

} // namespace mdsim
