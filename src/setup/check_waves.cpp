// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace mdsim {

namespace {

/// Looked at before bins are thinned: some seconds on each rank.
constexpr double most_found = 2e8;
/// Sampled: of a million atoms a sample takes a core of a processor two minutes.
constexpr std::size_t most_sampled = 100000;

/// What makes so many of them at most.
double largest_for(double waves, double volume) {
    return std::cbrt(waves / waves_within(1, volume));
}

} // namespace

void check_waves(const std::optional<StructureFactorSettings>& settings, const Box& box,
                 const Units& units, std::vector<Diagnostic>& errors) {
    if (!settings) return;
    const double volume = box.volume();
    if (!(volume > 0) || !std::isfinite(volume)) return; // reported with the box
    if (!(box.periodic[0] && box.periodic[1] && box.periodic[2])) {
        errors.push_back({"structure_factor",
                          "S(q) is found at the wave vectors of a box that is periodic in all "
                          "directions, and this one is open; leave the section out, or close the "
                          "box"});
        return;
    }
    const double largest = settings->largest_wave_number;
    if (!(largest > 0)) return; // reported with the keys
    const auto shown = [&](double wave_number) {
        return units.to_user(Dimension::inverse_length, wave_number);
    };
    const std::string key = "structure_factor.largest_wave_number";
    const double smallest = smallest_wave_number(box.edges);
    if (largest < smallest) {
        errors.push_back({key, fmt::format("found {:.6g}; the smallest wave number of the box, 2 "
                                           "pi over its largest height, is {:.6g}: choose a larger "
                                           "one, or a larger box",
                                           shown(largest), shown(smallest))});
        return;
    }
    const double about = waves_within(largest, volume);
    if (about > most_found) {
        errors.push_back(
            {key, fmt::format("found {:.6g}, up to which the box has about {:.3g} wave vectors; at "
                              "most {:.0f} are looked at: choose {:.4g} or less",
                              shown(largest), about, most_found,
                              shown(largest_for(most_found, volume)))});
        return;
    }
    const std::size_t sampled = find_waves(box.edges, settings->shells()).wave.size();
    if (sampled > most_sampled)
        errors.push_back(
            {key, fmt::format("found {:.6g}, which makes {} wave vectors of the box; at most {} "
                              "are sampled: let each bin keep some of its own, by "
                              "structure_factor.vectors_per_bin = {}, or choose {:.4g} or less",
                              shown(largest), sampled, most_sampled,
                              std::max<std::int64_t>(1, static_cast<std::int64_t>(most_sampled) /
                                                            (2 * settings->bins)),
                              shown(largest_for(most_sampled, volume)))});
}

} // namespace mdsim
