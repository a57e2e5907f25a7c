// SPDX-License-Identifier: BSD-3-Clause
#include "session/rdf_table.hpp"

#include <fmt/format.h>

#include <numbers>
#include <string_view>
#include <vector>

#include "core/contract.hpp"
#include "output/whole_files.hpp"

namespace mdsim {

namespace {

/// What an ideal gas would count: pairs of two kinds of atoms in a shell.
double ideal_count(double from, double to, double first, double second, double volume) {
    MDSIM_EXPECT(from < to && volume > 0);
    const double shell = 4.0 / 3 * std::numbers::pi * (to * to * to - from * from * from);
    return first * second * shell / volume;
}

/// One line of g(r): all atoms, then each pair of species.
std::string line(const PairHistogram& h, std::size_t bin, const RdfSamples& samples,
                 const SystemParts& parts) {
    MDSIM_EXPECT(bin < h.bins && h.count.size() == h.types * h.types * h.bins);
    const double width = h.range / static_cast<double>(h.bins);
    const double from = width * static_cast<double>(bin);
    std::string pairs;
    std::int64_t all = 0;
    for (std::size_t a = 0; a < h.types; ++a) {
        for (std::size_t b = 0; b < h.types; ++b) {
            const std::int64_t count = h.count[(a * h.types + b) * h.bins + bin];
            all += count;
            if (b < a || h.types == 1) continue;
            const double ideal =
                ideal_count(from, from + width, static_cast<double>(parts.count_of_type[a]),
                            static_cast<double>(parts.count_of_type[b]), samples.volume);
            pairs +=
                fmt::format(",{:.8g}", ideal > 0 ? static_cast<double>(count) /
                                                       static_cast<double>(samples.count) / ideal
                                                 : 0.0);
        }
    }
    const auto atoms = static_cast<double>(parts.structure.total);
    const double ideal = ideal_count(from, from + width, atoms, atoms, samples.volume);
    return fmt::format("{:.8g},{:.8g}{}\n", from + width / 2,
                       static_cast<double>(all) / static_cast<double>(samples.count) / ideal,
                       pairs);
}

} // namespace

void write_rdf(const std::string& path, const PairHistogram& histogram, const RdfSamples& samples,
               const SystemParts& parts) {
    MDSIM_EXPECT(samples.count > 0 && samples.volume > 0);
    MDSIM_EXPECT(histogram.bins == 0 || histogram.types == parts.species.size());
    MDSIM_EXPECT(parts.count_of_type.size() == parts.species.size());
    const std::string_view unit = parts.units.name(Dimension::length);
    std::string text = unit.empty() ? "r,g" : fmt::format("r [{}],g", unit);
    for (std::size_t a = 0; histogram.types > 1 && a < histogram.types; ++a) {
        for (std::size_t b = a; b < histogram.types; ++b)
            text += fmt::format(",g_{}_{}", parts.species[a].name, parts.species[b].name);
    }
    text += "\n";
    for (std::size_t bin = 0; bin < histogram.bins; ++bin)
        text += line(histogram, bin, samples, parts);
    write_with_sum(path, bytes_of(text), Durability::process);
}

} // namespace mdsim
