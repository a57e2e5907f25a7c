// SPDX-License-Identifier: BSD-3-Clause
#include "app/gpu_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "app/list_length.hpp"
#include "app/make_simulation.hpp"
#include "core/error.hpp"
#include "engine/system_on_device.hpp"

namespace mdsim {

namespace {

constexpr double gigabyte = 1e9;
/// What several GPUs take for halos, and for atoms that come and go.
constexpr double shared = 1.25;
/// The inboxes of a rank for atoms of so many [bytes an atom].
double inboxes(int ranks) {
    constexpr double of_rank = 5;
    constexpr double faces = 3;
    return of_rank * std::min(1.0, faces / std::max(1, ranks - 1)) * ranks;
}

std::int64_t cell_along(double s, int count) {
    const double wrapped = s - std::floor(s);
    return std::min(static_cast<int>(wrapped * count), count - 1);
}

/// The atoms of each type in each cell, types side by side; of all ranks.
std::vector<std::int64_t> count_in_cells(const SystemParts& parts, const CellGrid& grid,
                                         const Communicator& comm) {
    const Structure& structure = parts.structure;
    const std::size_t types = parts.species.size();
    std::vector<std::int64_t> counts(static_cast<std::size_t>(grid.total()) * types, 0);
    for (std::size_t i = 0; i < structure.position.size(); ++i) {
        const Vec3<double> s = structure.box.to_fraction(structure.position[i]);
        const std::int64_t row =
            cell_along(s.y, grid.count.y) + grid.count.y * cell_along(s.z, grid.count.z);
        const std::int64_t cell = cell_along(s.x, grid.count.x) + grid.count.x * row;
        ++counts[static_cast<std::size_t>(cell) * types + structure.type[i]];
    }
    comm.sum(std::span<std::int64_t>(counts));
    return counts;
}

/// Atoms in the list of an atom, on average.
double mean_neighbors(const SystemParts& parts, const CellGrid& grid, const Communicator& comm) {
    const double cell_volume = parts.structure.box.volume() / static_cast<double>(grid.total());
    return mean_list_length(parts.force_field, count_in_cells(parts, grid, comm), cell_volume,
                            parts.skin, parts.reach);
}

} // namespace

GpuForecast forecast_gpu_memory(const Config& config, const SystemParts& parts,
                                const Communicator& comm) {
    MDSIM_REQUIRE(parts.processor.gpu.has_value());
    const SimulationSetup setup = make_setup(config, parts);
    const DeviceSetup on_device = device_setup(setup);
    const double neighbors = mean_neighbors(parts, setup.domain.grid, comm);
    GpuForecast forecast;
    forecast.bytes_per_atom = config.run.precision == Precision::double_
                                  ? forecast_device_memory<DoublePrecision>(on_device, neighbors)
                                  : forecast_device_memory<MixedPrecision>(on_device, neighbors);
    forecast.gpus = comm.size();
    forecast.available = comm.min_of(static_cast<double>(parts.processor.gpu->free));
    const double each = forecast.gpus > 1
                            ? forecast.bytes_per_atom.total() * shared + inboxes(forecast.gpus)
                            : forecast.bytes_per_atom.total();
    forecast.needed = each * static_cast<double>(parts.structure.total) / forecast.gpus;
    forecast.largest_system = each > 0 ? forecast.gpus * forecast.available / each : 0;
    return forecast;
}

std::string gpu_memory_text(const Config& config, const SystemParts& parts,
                            const Communicator& comm) {
    const GpuForecast f = forecast_gpu_memory(config, parts, comm);
    std::string text =
        fmt::format("GPU: {}, {:.1f} GB free\n", parts.processor.name(), f.available / gigabyte);
    if (!f.known()) return text + "memory on the GPU: this build has no GPU backend to tell\n";
    text +=
        fmt::format("memory on the GPU: about {:.0f} bytes per atom (atoms {:.0f}, lists {:.0f}, "
                    "rebuild {:.0f}), {:.3g} GB {}; {:.3g} million such atoms would fit\n",
                    f.bytes_per_atom.total(), f.bytes_per_atom.atoms, f.bytes_per_atom.lists,
                    f.bytes_per_atom.rebuild, f.needed / gigabyte,
                    f.gpus > 1 ? "on each" : "in all", f.largest_system * 1e-6);
    if (!f.fits()) text += "WARNING: the memory of the GPU is too small for this run\n";
    return text;
}

void check_gpu_memory(const Config& config, const SystemParts& parts, const Communicator& comm) {
    const GpuForecast f = forecast_gpu_memory(config, parts, comm);
    if (f.fits()) return;
    throw InputError(
        "run.device",
        fmt::format("{} atoms need about {:.3g} GB on each GPU ({:.0f} bytes an atom), but {} "
                    "has {:.3g} GB free, enough for {:.3g} million such atoms; take a smaller "
                    "system or cutoff, more GPUs, or device = \"cpu\"",
                    parts.structure.total, f.needed / gigabyte, f.bytes_per_atom.total(),
                    parts.processor.name(), f.available / gigabyte, f.largest_system * 1e-6));
}

} // namespace mdsim
