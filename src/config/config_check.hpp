// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/typical_sizes.hpp"
#include "core/box.hpp"

namespace mdsim {

/// The parts of `Config::check`: rules that join several keys. Each adds its errors; `where` is
/// the dotted name of a key. Values that were never read, as they are faulty, cause no errors here.

void check_run(const UnitsSettings& units, const NeighborSettings& neighbor,
               const LayoutSettings& parallel, const VelocitySettings& velocity,
               std::vector<Diagnostic>& errors);
void check_species(const SystemSections& sections, std::vector<Diagnostic>& errors);
void check_lattice(const BoxSettings& box, const std::vector<SpeciesSettings>& species,
                   const LatticeSettings& lattice, std::vector<Diagnostic>& errors);
void check_system(const Config& config, std::vector<Diagnostic>& errors);
void check_box(const BoxSettings& box, const SystemSettings& system, const PairSettings& pair,
               std::vector<Diagnostic>& errors);
void check_regions(const Config& config, std::vector<Diagnostic>& errors);

/// The box that lattice and random atoms fill, as far as it is valid.
std::optional<Box> filled_box(const BoxSettings& settings, const SystemSettings& system);

void check_pair(const Config& config, std::vector<Diagnostic>& errors);
void check_stages(const std::vector<StageSettings>& stages, const SystemSettings& system,
                  const BoxSettings& box, const VelocitySettings& velocity,
                  std::vector<Diagnostic>& errors);
void check_time_steps(const Config& config, std::vector<Diagnostic>& errors);
void check_output(const TrajectorySettings& trajectory, const ThermoSettings& thermo,
                  std::vector<Diagnostic>& errors);
void check_rdf_stages(const std::optional<RdfSettings>& rdf,
                      const std::vector<StageSettings>& stages, std::vector<Diagnostic>& errors);
void check_samples_of_stages(const OutputSections& sections,
                             const std::vector<StageSettings>& stages,
                             std::vector<Diagnostic>& errors);

void check_measures(const OutputSections& output, std::vector<Diagnostic>& errors);
void check_metrics(const std::optional<MetricsSettings>& metrics, std::vector<Diagnostic>& errors);

/// Rules on directions that repeat or not. Where the input leaves these to a structure file, they
/// are known only when it is read.
void check_periodicity(const BoxSettings& box, const PairSettings& pair,
                       const std::array<bool, 3>& periodic, std::vector<Diagnostic>& errors);

/// The longest of the edges of a box.
double longest_edge(const Box& box);

/// Refuses boxes that repeat far sooner than atoms are apart, so that each interacts with little
/// but images of itself; `range` is that of the lists [length].
void check_repeats(const Box& box, double range, std::int64_t atoms,
                   std::vector<Diagnostic>& errors);

/// Whether positions in this box are fine enough for the forces: an error where energies would be
/// nonsense, a warning where they begin to suffer.
void check_resolution(Precision precision, const Box& box, const ForceField& field,
                      std::vector<Diagnostic>& errors, std::vector<Diagnostic>& warnings);

/// Whether trajectory.precision leaves something of what is stored: an error where it says nothing,
/// a warning where little is left.
void check_rounding(const TrajectorySettings& trajectory, const Units& units,
                    const TypicalSizes& sizes, std::vector<Diagnostic>& errors,
                    std::vector<Diagnostic>& warnings);

/// Masses with which the arithmetic of the run, or its sums of momentum, cannot do.
void check_masses(const SystemSections& sections, Precision precision, double temperature,
                  const std::vector<Species>& species, const TypicalSizes& sizes,
                  std::vector<Diagnostic>& errors);

/// A system as far as it is to be judged by its sizes.
struct JudgedSizes {
    double atoms = 0;
    double volume = 0;
    double longest_edge = 0;
    double cutoff = 0; ///< the largest of the forces
    double skin = 0;
    double list_range = 0;  ///< of the lists, which [rdf] may make longer than both together
    double list_length = 0; ///< atoms in the list of one, on average
    bool repeats = true;    ///< the box does, in all directions
    TypicalSizes sizes;
};

/// Whether so many built-in atoms at this density are said, by `warn_of_absurd_sizes`, to meet
/// hardly ever: on average less than one pair of all is within the cutoff.
bool hardly_meet(const SystemSettings& system, double atoms, double volume, double cutoff,
                 bool repeats);

/// Warns of values that are allowed, but cost or say what nobody can have meant: of cutoffs, skin,
/// density, displacement, time step, thermostat, rdf, energies.
void warn_of_absurd_sizes(const Config& config, const std::vector<std::string>& species,
                          const ForceField& field, const JudgedSizes& judged,
                          std::vector<Diagnostic>& warnings);

/// What is wrong with the name of a species, or nothing: names become words of lines and of lists.
std::string species_name_error(const std::string& name);

/// Warns of time steps that are far too short for the motion, or that it does not feel.
void warn_of_time_steps(const Config& config, std::vector<Diagnostic>& warnings);

/// Warns of thermostats and barostats that act seldom, hardly, or too hard, or sample no ensemble.
void warn_of_couplings(const VelocitySettings& velocity, const std::vector<StageSettings>& stages,
                       std::vector<Diagnostic>& warnings);

/// Warns of regions whose centre lies outside of the box, or of which the box cuts a part off.
void warn_of_regions(const BoxSettings& settings, const SystemSettings& system,
                     const std::vector<RegionSettings>& regions, std::vector<Diagnostic>& warnings);

/// What is allowed but may surprise: stages of no steps, output that never comes.
std::vector<Diagnostic> config_warnings(const Config& config);

/// Whether each of them has the name of a key, and words.
inline bool all_name_keys(const std::vector<Diagnostic>& found) {
    return std::none_of(found.begin(), found.end(), [](const Diagnostic& one) {
        return one.where.empty() || one.message.empty();
    });
}

/// Whether [[species]] has an entry of this name.
bool has_species(const std::vector<SpeciesSettings>& species, const std::string& name);

/// The names of [[species]], in their order.
std::vector<std::string> species_names(const std::vector<SpeciesSettings>& species);

/// That none of these species has this name, with the one that may be meant, or all.
std::string species_advice(const std::vector<std::string>& names, const std::string& name);

} // namespace mdsim
