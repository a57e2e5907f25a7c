// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/measure_settings.hpp"
#include "session/measures/measure.hpp"

namespace mdsim {

/// The kind of crystal that each atom is in (surroundings/common_neighbors.hpp), and the numbers of
/// atoms of each kind.
class CnaMeasure final : public Measure {
  public:
    explicit CnaMeasure(const CnaSettings& settings) : cutoff_(settings.cutoff) {}

    std::string name() const override { return "cna"; }
    std::vector<NamedQuantity> columns() const override;
    void look(const Surroundings& seen) override;
    std::vector<double> row(const Communicator& comm) const override;
    BlockArray numbers() const override {
        return block_array(std::span<const std::int32_t>(kinds_));
    }

  private:
    std::optional<double> cutoff_;
    std::vector<std::int32_t> kinds_;
};

} // namespace mdsim
