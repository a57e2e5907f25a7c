// SPDX-License-Identifier: BSD-3-Clause
#include "setup/make_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "domain/cell_grid.hpp"
#include "engine/simulation.hpp"
#include "engine/system_on_device.hpp"
#include "engine/system_on_host.hpp"
#include "ops/devices.hpp"
#include "setup/list_choice.hpp"

namespace mdsim {

namespace {

ListChoice choice_of(const SystemParts& parts) {
    return choose_lists(parts.structure.total, parts.force_field.has_functionals(),
                        parts.processor.gpu.has_value());
}

/// Threads of a block that a GPU is given; they share the atoms of a tile.
constexpr int threads_of_tile = 256;
constexpr int most_lanes_per_atom = 2;

/// Sets how the atoms are cut into cells and tiles.
void choose_tiles(const SystemParts& parts, SimulationSetup& setup) {
    const std::int64_t atoms = parts.structure.total;
    const bool gpu = parts.processor.gpu.has_value();
    const int tile =
        parts.engine.neighbor.tile > 0 ? parts.engine.neighbor.tile : choice_of(parts).tile;
    // Cells set the order of sums, so they do not follow what is sampled.
    const double range = parts.force_field.largest_cutoff() + parts.lists.skin;
    setup.domain.tile_target = static_cast<std::uint32_t>(tile);
    setup.grid_rule = {range, atoms, tile, gpu};
    setup.domain.grid = setup.grid_rule.grid_for(parts.structure.box);
    if (!gpu) return;
    // Cells and threads are those of the run's beginning.
    if (parts.largest_tile > 0) setup.domain.tile_target = parts.largest_tile;
    for (int lanes = 1; lanes <= most_lanes_per_atom && lanes * tile <= threads_of_tile; lanes *= 2)
        setup.lanes_per_atom = static_cast<std::uint32_t>(lanes);
}

/// The fraction of an open edge; what lies on its upper face, or within rounding of it, stays
/// below.
template <class Fraction> Fraction place_between_faces(double s) {
    const auto u = to_fixed_fraction<Fraction>(std::clamp(s, 0.0, 0x1.fffffffffffffp-1));
    return u == 0 && s > 0.5 ? static_cast<Fraction>(-1) : u;
}

/// A coordinate as fraction and box count; an atom on an open face stays inside.
template <class Fraction> Fraction place(double s, bool periodic, std::int32_t& image) {
    if (!periodic) return place_between_faces<Fraction>(s);
    const double boxes = std::floor(s);
    const Fraction u = to_fixed_fraction<Fraction>(s);
    image += static_cast<std::int32_t>(boxes);
    if (u == 0 && s - boxes > 0.5) ++image;
    return u;
}

} // namespace

SimulationSetup make_setup(const SystemParts& parts) {
    MDSIM_EXPECT(parts.species.size() == parts.force_field.types());
    MDSIM_EXPECT(parts.count_of_type.size() == parts.species.size());
    SimulationSetup setup;
    setup.domain.box = parts.structure.box;
    setup.domain.list_range = parts.list_range();
    choose_tiles(parts, setup);
    setup.domain.total_atoms = parts.structure.total;
    setup.domain.labels = parts.structure.labels;
    setup.force_field = &parts.force_field;
    for (const Species& s : parts.species) {
        setup.mass.push_back(s.mass);
        setup.domain.species.push_back(s.name);
    }
    setup.count_of_type = parts.count_of_type;
    setup.skin = parts.lists.skin;
    setup.sampled_range = parts.lists.sampled_range;
    setup.rebuild = parts.engine.neighbor.rebuild;
    setup.rebuild_every = parts.engine.neighbor.every.value_or(1);
    setup.box_changes = parts.engine.box_changes;
    setup.search_pairs = choice_of(parts).searched;
    setup.seed = static_cast<std::uint64_t>(parts.engine.run.seed);
    setup.layout = parts.engine.layout;
    setup.debug = parts.engine.debug;
    return setup;
}

template <class P>
std::unique_ptr<AnySimulation<P>> make_simulation(const SystemParts& parts,
                                                  const Communicator& comm) {
    const SimulationSetup setup = make_setup(parts);
    std::unique_ptr<System<P>> system;
    if (parts.processor.gpu) {
        use_device(parts.processor.device);
        system = std::make_unique<SystemOnDevice<P>>(comm, setup);
    } else {
        system = std::make_unique<SystemOnHost<P>>(comm, setup);
    }
    return std::make_unique<Simulation<P>>(comm, std::move(system));
}

template <class P> std::vector<AtomRecord<P>> make_records(const Structure& structure) {
    using Real = typename P::Real;
    using Fraction = typename P::Fraction;
    std::vector<AtomRecord<P>> records(structure.id.size());
    MDSIM_EXPECT(structure.position.size() == records.size());
    MDSIM_EXPECT(structure.type.size() == records.size());
    MDSIM_EXPECT(structure.velocity.empty() || structure.velocity.size() == records.size());
    MDSIM_EXPECT(structure.image.empty() || structure.image.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        AtomRecord<P>& r = records[i];
        const Vec3<double> s = structure.box.to_fraction(structure.position[i]);
        const auto& periodic = structure.box.periodic;
        r.image = structure.image.empty() ? Vec3<std::int32_t>{} : structure.image[i];
        r.site.x = place<Fraction>(s.x, periodic[0], r.image.x);
        r.site.y = place<Fraction>(s.y, periodic[1], r.image.y);
        r.site.z = place<Fraction>(s.z, periodic[2], r.image.z);
        r.site.type = static_cast<Fraction>(structure.type[i]);
        r.id = structure.id[i];
        const Vec3<double> v = structure.velocity.empty() ? Vec3<double>{} : structure.velocity[i];
        r.velocity = {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z),
                      Real(0)};
        r.moved = {0, 0, 0};
    }
    return records;
}

template std::unique_ptr<AnySimulation<MixedPrecision>> make_simulation(const SystemParts&,
                                                                        const Communicator&);
template std::unique_ptr<AnySimulation<DoublePrecision>> make_simulation(const SystemParts&,
                                                                         const Communicator&);
template std::vector<AtomRecord<MixedPrecision>> make_records(const Structure&);
template std::vector<AtomRecord<DoublePrecision>> make_records(const Structure&);

} // namespace mdsim
