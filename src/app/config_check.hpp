// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "app/config.hpp"

namespace mdsim {

/// The parts of `Config::check`: rules that join several keys. Each adds its faults; `where` is
/// the dotted name of a key. Values that were never read, as they are faulty, cause no faults here.

void check_run(const Config& config,
               std::vector<Fault>& faults); ///< units, run, neighbor, parallel
void check_species(const Config& config, std::vector<Fault>& faults);
void check_system(const Config& config, std::vector<Fault>& faults);
void check_box(const Config& config, std::vector<Fault>& faults);
void check_pair(const Config& config, std::vector<Fault>& faults);
void check_stages(const Config& config, std::vector<Fault>& faults);
void check_time_steps(const Config& config, std::vector<Fault>& faults);
void check_output(const Config& config, std::vector<Fault>& faults);

/// What is allowed but may surprise: stages of no steps, output that never comes.
std::vector<Fault> config_notes(const Config& config);

/// Whether [[species]] has an entry of this name.
bool has_species(const Config& config, const std::string& name);

/// The names of [[species]], in their order.
std::vector<std::string> species_names(const Config& config);

/// "; known are A, B", or advice where no species is known.
std::string species_advice(const Config& config, const std::string& name);

} // namespace mdsim
