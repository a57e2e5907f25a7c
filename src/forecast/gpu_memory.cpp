// SPDX-License-Identifier: BSD-3-Clause
#include "forecast/gpu_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "engine/system_on_device.hpp"
#include "forecast/box_forecast.hpp"
#include "ops/batch_looks.hpp"
#include "setup/make_simulation.hpp"

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

} // namespace

GpuForecast forecast_gpu_memory(const SystemParts& parts, const Communicator& comm) {
    MDSIM_REQUIRE(parts.processor.gpu.has_value());
    const SimulationSetup setup = make_setup(parts);
    const DeviceSetup on_device = device_setup(setup);
    const auto bytes_for = [&](double neighbors) {
        return parts.engine.run.precision == Precision::double_
                   ? forecast_device_memory<DoublePrecision>(on_device, neighbors)
                   : forecast_device_memory<MixedPrecision>(on_device, neighbors);
    };
    const double neighbors = parts.list_length * parts.engine.most_dense;
    GpuForecast forecast;
    forecast.bytes_per_atom = bytes_for(neighbors);
    if (parts.engine.follows_pressure)
        forecast.if_denser =
            bytes_for(neighbors * denser_by_a_tenth).total() - forecast.bytes_per_atom.total();
    if (forecast.known()) {
        forecast.bytes_per_atom.atoms += parts.engine.share_bytes;
        forecast.bytes_per_atom.origins = parts.engine.origin_bytes;
    }
    forecast.gpus = comm.size();
    forecast.available = comm.min_of(static_cast<double>(parts.processor.gpu->free));
    const double each = forecast.gpus > 1
                            ? forecast.bytes_per_atom.total() * shared + inboxes(forecast.gpus)
                            : forecast.bytes_per_atom.total();
    forecast.needed = each * static_cast<double>(parts.structure.total) / forecast.gpus;
    if (forecast.known() && forecast.gpus == 1 && parts.engine.origin_bytes > 0)
        forecast.needed += bytes_of_looks(static_cast<std::size_t>(parts.structure.total));
    forecast.largest_system = each > 0 ? forecast.gpus * forecast.available / each : 0;
    return forecast;
}

std::string gpu_memory_text(const SystemParts& parts, const Communicator& comm) {
    const GpuForecast f = forecast_gpu_memory(parts, comm);
    std::string text =
        fmt::format("GPU: {}, {:.1f} GB free\n", parts.processor.name(), f.available / gigabyte);
    const std::string origins = f.bytes_per_atom.origins > 0
                                    ? fmt::format(", time origins {:.0f}", f.bytes_per_atom.origins)
                                    : "";
    if (!f.known()) return text + "memory on the GPU: this build has no GPU backend to tell\n";
    text += fmt::format(
        "memory on the GPU: about {:.0f} bytes per atom (atoms {:.0f}, lists {:.0f}, "
        "rebuild {:.0f}{}){}, {:.3g} GB {}; {:.3g} million such atoms would fit\n",
        f.bytes_per_atom.total(), f.bytes_per_atom.atoms, f.bytes_per_atom.lists,
        f.bytes_per_atom.rebuild, origins, denser_text(f.if_denser), f.needed / gigabyte,
        f.gpus > 1 ? "on each" : "in all", f.largest_system * 1e-6);
    if (!f.fits()) text += "WARNING: the memory of the GPU is too small for this run\n";
    return text;
}

void check_gpu_memory(const SystemParts& parts, const Communicator& comm) {
    const GpuForecast f = forecast_gpu_memory(parts, comm);
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
