// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/measure_settings.hpp"
#include "core/units.hpp"
#include "session/measures/measure.hpp"

namespace mdsim {

/// The centro-symmetry parameter of each atom (surroundings/centro_symmetry.hpp), its mean and its
/// largest value [length^2].
class CentroSymmetryMeasure final : public Measure {
  public:
    CentroSymmetryMeasure(const CentroSymmetrySettings& settings, const Units& units,
                          std::int64_t atoms);

    std::string name() const override { return "centro_symmetry"; }
    std::vector<NamedQuantity> columns() const override;
    void look(const Surroundings& seen) override;
    std::vector<double> row(const Communicator& comm) const override;
    BlockArray numbers() const override { return block_array(std::span<const float>(written_)); }

  private:
    std::size_t neighbors_;
    std::string unit_;
    std::int64_t atoms_; ///< of the whole system
    std::vector<double> values_;
    std::vector<float> written_;
};

} // namespace mdsim
