// SPDX-License-Identifier: BSD-3-Clause
#include "session/rdf_table.hpp"

#include <fmt/format.h>

#include <numbers>
#include <string_view>
#include <vector>

#include "core/contract.hpp"
#include "output/whole_files.hpp"
#include "session/observables/rdf_errors.hpp"

namespace mdsim {

namespace {

/// What an ideal gas would count: pairs of two kinds of atoms in a shell.
double ideal_count(double from, double to, double first, double second, double volume) {
    MDSIM_EXPECT(from < to && volume > 0);
    const double shell = 4.0 / 3 * std::numbers::pi * (to * to * to - from * from * from);
    return first * second * shell / volume;
}

/// Two kinds of atoms, by their numbers.
struct Pair {
    double first;
    double second;
};

/// The kinds of atoms of each function: all of them, then those of each pair of species.
std::vector<Pair> kinds_of(const SystemParts& parts) {
    const auto all = static_cast<double>(parts.structure.total);
    std::vector<Pair> kinds{{all, all}};
    const std::size_t types = parts.count_of_type.size();
    for (std::size_t a = 0; types > 1 && a < types; ++a)
        for (std::size_t b = a; b < types; ++b)
            kinds.push_back({static_cast<double>(parts.count_of_type[a]),
                             static_cast<double>(parts.count_of_type[b])});
    return kinds;
}

double over(double count, double ideal) { return ideal > 0 ? count / ideal : 0.0; }

/// One line: r, and each function with its error.
std::string line(const PairHistogram& h, std::size_t bin, const std::vector<double>& counts,
                 const RdfSamples& samples, const std::vector<Pair>& kinds) {
    MDSIM_EXPECT(bin < h.bins && counts.size() == kinds.size() * h.bins);
    const double width = h.range / static_cast<double>(h.bins);
    const double from = width * static_cast<double>(bin);
    std::string text = fmt::format("{:.8g}", from + width / 2);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const auto ideal = [&](double volume) {
            return ideal_count(from, from + width, kinds[k].first, kinds[k].second, volume);
        };
        const double mean = counts[k * h.bins + bin] / static_cast<double>(samples.count);
        text += fmt::format(",{:.8g},{:.8g}", over(mean, ideal(samples.volume)),
                            over(samples.errors[k * h.bins + bin], ideal(samples.first_volume)));
    }
    return text + "\n";
}

} // namespace

void write_rdf(const std::string& path, const PairHistogram& histogram, const RdfSamples& samples,
               const SystemParts& parts) {
    MDSIM_EXPECT(samples.count > 0 && samples.volume > 0 && samples.first_volume > 0);
    MDSIM_EXPECT(histogram.bins == 0 || histogram.types == parts.species.size());
    MDSIM_EXPECT(parts.count_of_type.size() == parts.species.size());
    const std::string_view unit = parts.units.name(Dimension::length);
    std::string text = unit.empty() ? "r,g,g_error" : fmt::format("r [{}],g,g_error", unit);
    for (std::size_t a = 0; histogram.types > 1 && a < histogram.types; ++a) {
        for (std::size_t b = a; b < histogram.types; ++b)
            text += fmt::format(",g_{0}_{1},g_{0}_{1}_error", parts.species[a].name,
                                parts.species[b].name);
    }
    text += "\n";
    const std::vector<double> counts = rdf_counts(histogram);
    const std::vector<Pair> kinds = kinds_of(parts);
    MDSIM_EXPECT(samples.errors.size() == counts.size());
    for (std::size_t bin = 0; bin < histogram.bins; ++bin)
        text += line(histogram, bin, counts, samples, kinds);
    write_with_sum(path, bytes_of(text), Durability::process);
}

} // namespace mdsim
