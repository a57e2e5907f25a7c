// SPDX-License-Identifier: BSD-3-Clause
#include "forecast/host_forecast.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/counted.hpp"
#include "core/error.hpp"
#include "core/size_text.hpp"
#include "forecast/atom_bytes.hpp"
#include "forecast/box_forecast.hpp"
#include "setup/atoms_fit.hpp"

namespace mdsim {

namespace {

/// Program and libraries of a rank.
constexpr double program_bytes = 40e6;
/// Padding of the rows of neighbour lists, and records of a tile's halo per atom: measured on
/// liquids.
constexpr double row_padding = 1.07;
constexpr double slots_per_atom = 6.5;

/// Arrays of Particles, lists, and the largest passing need of a rebuild, which is to sort.
double bytes_computed_on(Precision precision, double neighbors) {
    const double real = real_bytes(precision);
    const double arrays = 3 * 4 * real + 4 * real + following_bytes(precision);
    const double lists = 2 * row_padding * neighbors + 4 * slots_per_atom;
    const double rebuild = 4 * real + following_bytes(precision) + sizeof(LocalIndex);
    return arrays + lists + rebuild;
}

/// What neighbours know of an atom where forces take a round.
double channel_bytes(const SystemParts& parts) {
    const std::size_t bonds = parts.force_field.has_clusters() ? most_cluster_neighbours : 0;
    return static_cast<double>(parts.force_field.channel_width()) *
               real_bytes(parts.engine.run.precision) +
           static_cast<double>(bonds * sizeof(LocalIndex));
}

/// `denser`: times as dense as the densest of the boxes that are known.
double bytes_per_atom(const SystemParts& parts, double denser = 1) {
    const Precision precision = parts.engine.run.precision;
    const double labels = parts.structure.labels.in_order() ? 0 : label_bytes;
    const double written = checkpoint_block_bytes(precision); // lives while the run goes on
    const double neighbors = parts.list_length * parts.engine.most_dense * denser;
    const double given = structure_bytes + labels + written + parts.engine.origin_bytes;
    return parts.processor.gpu ? given + record_bytes * real_bytes(precision) / 4
                               : given + bytes_computed_on(precision, neighbors) +
                                     channel_bytes(parts) + parts.engine.share_bytes;
}

std::string measures_text(const HostForecast& f) {
    std::string text;
    if (f.measures > 0)
        text += fmt::format(", {} on each rank for measures of structure", size_text(f.measures));
    if (f.averages > 0) text += fmt::format(", {} on rank 0 for averages", size_text(f.averages));
    return text;
}

/// The key that asks for so much.
const char* greedy_key(const SystemParts& parts) {
    constexpr double usual = 1000; // neighbours of an atom
    if (parts.list_length < usual) return "system";
    if (parts.lists.sampled_range > parts.force_field.largest_cutoff()) return "rdf.range";
    return parts.lists.skin > parts.cutoff ? "neighbor.skin" : "pair.cutoff";
}

} // namespace

HostForecast forecast_host_memory(const SystemParts& parts, const Communicator& comm) {
    HostForecast forecast;
    forecast.bytes_per_atom = bytes_per_atom(parts);
    if (parts.engine.follows_pressure)
        forecast.if_denser = bytes_per_atom(parts, denser_by_a_tenth) - forecast.bytes_per_atom;
    forecast.measures = parts.engine.measure_bytes * static_cast<double>(parts.structure.total);
    forecast.averages = parts.engine.average_bytes;
    forecast.needed =
        forecast.bytes_per_atom * static_cast<double>(parts.structure.total) / comm.size() +
        forecast.measures + forecast.averages + program_bytes;
    forecast.memory = least_memory(comm);
    return forecast;
}

std::string host_memory_text(const HostForecast& f) {
    std::string text =
        fmt::format("memory of the host: about {:.0f} bytes per atom{}{} and {} of "
                    "program and libraries, {} a rank; {} free",
                    f.bytes_per_atom, denser_text(f.if_denser), measures_text(f),
                    size_text(program_bytes), size_text(f.needed),
                    std::isfinite(f.memory.free) ? size_text(f.memory.free) : "unknown what is");
    if (std::isfinite(f.memory.most))
        text +=
            fmt::format(" of the {} that {} has for it", size_text(f.memory.most), f.memory.limit);
    text += "\n";
    if (!f.fits_ever())
        text += "WARNING: this run would be refused here: it needs more memory than there is\n";
    else if (!f.fits_now())
        text += "WARNING: this run needs more memory than is free\n";
    return text;
}

void check_host_memory(SystemParts& parts, const Communicator& comm) {
    const HostForecast f = forecast_host_memory(parts, comm);
    if (f.fits_now()) return;
    const std::string needs = fmt::format(
        "{} atoms need about {} a rank ({:.3g} bytes an atom, which has {:.3g} others within the "
        "list range {:.6g}, images included)",
        parts.structure.total, size_text(f.needed), f.bytes_per_atom, parts.list_length,
        parts.lists.range(parts.force_field.largest_cutoff()));
    if (f.fits_ever())
        parts.warnings.push_back({greedy_key(parts), fmt::format("{}, but {} are free", needs,
                                                                 size_text(f.memory.free))});
    else
        throw InputError(greedy_key(parts),
                         fmt::format("{}, but {} has {} for it; take a smaller system, cutoff or "
                                     "skin, or more hosts",
                                     needs, f.memory.limit, size_text(f.memory.most)));
}

} // namespace mdsim
