// SPDX-License-Identifier: BSD-3-Clause
#include "config/average_bytes.hpp"

#include <algorithm>

#include "config/sampled_stage.hpp"
#include "core/block_sums.hpp"
#include "core/blocked_means.hpp"

namespace mdsim {

namespace {

/// Of each time in the window the autocorrelation and its integral, and a sample of the current.
double bytes_of(const GreenKuboSettings& s, const std::vector<StageSettings>& stages) {
    constexpr std::size_t of_current = 6 * sizeof(double);
    const Step steps = stages[sampled_stage(stages, s.stage)].steps;
    const std::int64_t origins = std::max<std::int64_t>(1, steps / s.every / s.origin_interval());
    const auto lags = static_cast<std::size_t>(s.window) + 1;
    return static_cast<double>(2 * BlockedMeans::bytes_for(lags, origins) + lags * of_current);
}

/// Of each layer the atoms of each species, and four sums over their motion.
double bytes_of(const ProfileSettings& s, std::size_t species) {
    constexpr std::size_t of_motion = 4;
    return static_cast<double>(s.layers) *
           static_cast<double>((species + of_motion) * BlockSums::most_blocks * sizeof(double));
}

/// Of each bin the mean wave number, and the structure factor of each pair of species.
double bytes_of(const StructureFactorSettings& s, std::size_t species) {
    return static_cast<double>(s.bins) *
           static_cast<double>((1 + species * (species + 1) / 2) * BlockSums::most_blocks *
                               sizeof(double));
}

/// Of each bin the numbers of all pairs, and of each pair of species where there are several.
double bytes_of(const RdfSettings& s, std::size_t species) {
    if (!has_rdf_errors(static_cast<std::size_t>(s.bins), species)) return 0;
    return static_cast<double>(s.bins) *
           static_cast<double>(rdf_functions(species) * BlockSums::most_blocks * sizeof(double));
}

} // namespace

double average_bytes(const OutputSections& sections, const std::vector<StageSettings>& stages,
                     std::size_t species) {
    if (stages.empty()) return 0;
    double bytes = 0;
    for (const auto& section : {sections.viscosity, sections.conductivity})
        if (section) bytes += bytes_of(*section, stages);
    if (sections.rdf) bytes += bytes_of(*sections.rdf, species);
    if (sections.profile) bytes += bytes_of(*sections.profile, species);
    if (sections.structure_factor) bytes += bytes_of(*sections.structure_factor, species);
    return bytes;
}

} // namespace mdsim
