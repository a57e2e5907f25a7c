// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/units.hpp"
#include "input/structure/hdf5_reader.hpp"
#include "input/structure/text.hpp"

namespace mdsim::source {

/// The unit system of the run that wrote a file, as the input says that it keeps of it; none where
/// it keeps none.
std::optional<UnitSystem> h5md_run_units(const Hdf5File& file);

/// Compares the units that an H5MD file states with those of the input.
class H5mdUnits {
  public:
    H5mdUnits(const Hdf5File& file, UnitSystem input, Findings& findings)
        : file_(file), input_(input), findings_(findings) {}

    /// Compares the attribute `unit` of a dataset, where it has one. A warning where no unit system
    /// has such a unit.
    void compare(const std::string& dataset, Dimension what);

    /// Records a fault where units that were compared are those of another system; or, where there
    /// were none, where the file is that of a run in another system.
    void judge();

  private:
    std::string advice() const;
    void compare_run();

    const Hdf5File& file_;
    UnitSystem input_;
    Findings& findings_;
    bool stated_ = false;
    std::vector<std::string> foreign_; ///< datasets with a unit of another system, and which
    std::vector<UnitSystem> possible_; ///< systems that all known units belong to
};

} // namespace mdsim::source
