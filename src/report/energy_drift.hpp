// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "report/line_fit.hpp"

namespace mdsim {

/// How the conserved energy of a stage goes: a line through samples of it. The steps at which it is
/// sampled depend on the input alone, so that a run in several parts finds the same line.
class EnergyDrift {
  public:
    /// A sample of the conserved energy and of k_B T [energy]; one of a step that is not behind the
    /// last is passed over.
    void add(Step step, double conserved, double thermal);

    /// Steps of the first and the last sample; -1 without any.
    Step first_step() const { return first_; }
    Step last_step() const { return last_; }
    /// Against the step [energy].
    const LineFit& line() const { return line_; }

    /// How far the line goes from the first to the last sample [energy]; NaN below two samples.
    double change() const;
    /// k_B T at the last sample [energy]; 0 without any.
    double thermal() const { return thermal_; }

    /// All of it as numbers, and back; `from` of none is a drift without samples.
    std::vector<double> numbers() const;
    static EnergyDrift from(const std::vector<double>& numbers);

  private:
    Step first_ = -1;
    Step last_ = -1;
    double thermal_ = 0;
    LineFit line_;
};

/// The drift in the user's units, of one atom.
struct DriftPerAtom {
    std::int64_t samples = 0;
    double energy = 0;         ///< mean of the conserved energy
    double rate = 0;           ///< energy over time; NaN below two samples
    double standard_error = 0; ///< of the rate; NaN below three samples
    std::string energy_unit;   ///< empty: none
    std::string time_unit;
};

/// The same for a system of so many atoms that was moved by steps of `time_step` [time].
DriftPerAtom drift_per_atom(const EnergyDrift& drift, std::int64_t atoms, double time_step,
                            const Units& units);

/// The line of the closing report.
std::string drift_text(const DriftPerAtom& drift);

} // namespace mdsim
