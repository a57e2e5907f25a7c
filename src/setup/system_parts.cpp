// SPDX-License-Identifier: BSD-3-Clause
#include "setup/system_parts.hpp"
#include "setup/check_box_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "config/average_bytes.hpp"
#include "config/cadence.hpp"
#include "config/config_check.hpp"
#include "config/key_places.hpp"
#include "config/typical_sizes.hpp"
#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "domain/choose_partition.hpp"
#include "ops/pair_search.hpp"
#include "setup/atoms_fit.hpp"
#include "setup/check_measured.hpp"
#include "setup/check_scales.hpp"
#include "setup/check_waves.hpp"
#include "setup/foreseen_boxes.hpp"
#include "setup/image_counts.hpp"
#include "setup/list_choice.hpp"
#include "setup/list_length.hpp"
#include "setup/load_structure.hpp"
#include "setup/resolve_species.hpp"
#include "state/atom_share.hpp"

namespace mdsim {

namespace {

/// The largest tile that a GPU takes.
constexpr int largest_tile_on_gpu = 256;

/// The extent of the atoms of all ranks in one direction.
std::array<double, 2> extent(const Structure& structure, int d, const Communicator& comm) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Vec3<double>& x : structure.position) {
        low = std::min(low, x[d]);
        high = std::max(high, x[d]);
    }
    return {comm.min_of(low), comm.max_of(high)};
}

/// What an atom's energy and virial take where they are computed, if frames or the heat current
/// need them [bytes].
double share_bytes(const Config& config) {
    const bool in_frames = config.trajectory.every > 0 && config.trajectory.holds_shares();
    if (!in_frames && !config.conductivity) return 0;
    return static_cast<double>(config.run.precision == Precision::double_
                                   ? sizeof(AtomShare<DoublePrecision>)
                                   : sizeof(AtomShare<MixedPrecision>));
}

bool repeats(const Box& box) { return box.periodic[0] && box.periodic[1] && box.periodic[2]; }

/// Puts vacuum around the atoms in directions that do not repeat: `padding` beyond atoms and box.
void open_box(const BoxSettings& settings, double padding, const Communicator& comm,
              Structure& structure, std::vector<Diagnostic>& errors) {
    Box& box = structure.box;
    if (settings.periodic) box.periodic = *settings.periodic;
    if (!repeats(box) && !box.orthorhombic()) {
        errors.push_back({"box.periodic", "a triclinic box must be periodic in all directions"});
        return;
    }
    double* const edge[3] = {&box.edges.xx, &box.edges.yy, &box.edges.zz};
    double* const corner[3] = {&box.origin.x, &box.origin.y, &box.origin.z};
    for (int d = 0; d < 3; ++d) {
        if (box.periodic[static_cast<std::size_t>(d)]) continue;
        const auto atoms = extent(structure, d, comm);
        const double low = std::min(*corner[d], atoms[0] - padding);
        const double high = std::max(*corner[d] + *edge[d], atoms[1] + padding);
        *corner[d] = low;
        *edge[d] = high - low;
    }
}

void check_edges(const Box& box, std::vector<Diagnostic>& errors) {
    const LowerTriangular<double>& e = box.edges;
    const double volume = box.volume(); // may underflow where no edge does
    if (!(e.xx > 0 && e.yy > 0 && e.zz > 0 && volume > 0) || !std::isfinite(volume))
        errors.push_back({"box", "the box is degenerate or inverted: its edges must be positive"});
}

/// Frames hold floats: where they round much more than they would in a box around zero.
void warn_of_far_box(const TrajectorySettings& trajectory, const Box& box,
                     std::vector<Diagnostic>& warnings) {
    constexpr double far = 16;
    const Vec3<double>& o = box.origin;
    const double edge = longest_edge(box);
    const double place = std::max({std::abs(o.x), std::abs(o.y), std::abs(o.z)}) + edge;
    if (trajectory.every == 0 || place <= far * edge) return;
    const double rounding = place * std::numeric_limits<float>::epsilon() / 2;
    warnings.push_back(
        {"system.file",
         fmt::format("the box begins at ({:.6g}, {:.6g}, {:.6g}), so positions in trajectory.h5md, "
                     "which are 32-bit numbers, are rounded by up to {:.2g} (the run itself does "
                     "not round them); move box and atoms nearer to zero",
                     o.x, o.y, o.z, rounding)});
}

/// Half the smallest height of a box along which it repeats.
double half_of(const Box& box) {
    const Vec3<double> heights = box.heights();
    double half = std::numeric_limits<double>::infinity();
    for (int d = 0; d < 3; ++d)
        if (box.periodic[static_cast<std::size_t>(d)]) half = std::min(half, heights[d] / 2);
    return half;
}

/// What g(r) shows less well than one may think; in boxes to come, too.
void warn_of_distances(double range, const Box& box, const BoxOutlook& outlook,
                       std::vector<Diagnostic>& warnings) {
    if (!repeats(box))
        warnings.push_back({"rdf",
                            "g(r) is divided by the mean density of the whole box, its vacuum "
                            "included: its shape means something here, its height does not"});
    double half = half_of(box);
    const bool now = range > half;
    for (const ForeseenBox& foreseen : outlook.boxes) half = std::min(half, half_of(foreseen.box));
    if (range > half)
        warnings.push_back(
            {"rdf.range", fmt::format("{:.6g} is more than half the box{}, {:.6g}: beyond "
                                      "that, images of one atom are counted twice, and "
                                      "g(r) shows the box too",
                                      range, now ? "" : " as it becomes", half)});
}

std::vector<std::int64_t> count_types(const Structure& structure, std::size_t types,
                                      const Communicator& comm) {
    MDSIM_EXPECT(structure.type.size() == structure.id.size());
    std::vector<std::int64_t> count(types, 0);
    for (const TypeId t : structure.type) {
        MDSIM_EXPECT(t < types);
        ++count[t];
    }
    comm.sum(std::span<std::int64_t>(count));
    return count;
}

} // namespace

MeasuredSystem measured(const SystemParts& parts) {
    MDSIM_EXPECT(parts.count_of_type.size() == parts.species.size());
    const Box& box = parts.structure.box;
    return {parts.units,  &parts.species, &parts.count_of_type, pair_scales(parts.force_field),
            box.volume(), repeats(box),   parts.motion.thermal};
}

std::string suspicions_text(const std::vector<Diagnostic>& suspicions) {
    std::vector<std::string> places;
    for (const Diagnostic& cause : suspicions)
        if (std::find(places.begin(), places.end(), cause.where) == places.end())
            places.push_back(cause.where);
    if (places.empty()) return {};
    return fmt::format("this may be why: the {} on {} above",
                       suspicions.size() == 1 ? "warning" : "warnings", fmt::join(places, ", "));
}

std::vector<Diagnostic> errors_of_rank_grid(const LayoutSettings& layout, int ranks) {
    MDSIM_EXPECT(ranks > 0);
    const auto& grid = layout.grid;
    if (rank_grid_exists(grid, ranks)) return {};
    return {
        {"parallel.grid", fmt::format("found {} x {} x {} bricks, but there {} {} rank{}; their "
                                      "product must be that, where 0 is chosen automatically",
                                      grid[0], grid[1], grid[2], ranks == 1 ? "is" : "are", ranks,
                                      ranks == 1 ? "" : "s")}};
}

namespace {

/// Atoms, species and forces, fitted to each other.
struct Draft {
    Structure structure;
    std::vector<Species> species;
    std::vector<std::string> names; ///< of the species
    ForceField force_field;
};

Draft draft_system(const Config& config, const Communicator& comm,
                   std::vector<Diagnostic>& warnings) {
    std::vector<Diagnostic> errors;
    if (!config.system.file) check_atoms_fit(count_atoms(config, config), comm);
    Structure structure;
    agree_on(comm, [&] {
        structure = load_structure(config, config, static_cast<std::uint64_t>(config.run.seed),
                                   comm, warnings);
    });
    std::vector<Species> species = resolve_species(config, structure, errors);
    std::vector<std::string> names;
    for (const Species& s : species) names.push_back(s.name);
    const ForceFieldSpec spec = force_field_spec(config, names, errors);
    for (const Diagnostic& error : ForceField::errors(spec)) errors.push_back(error);
    if (!errors.empty()) throw InputError(with_places(config, std::move(errors)));
    ForceField force_field(spec);
    if (!(force_field.largest_cutoff() > 0))
        throw InputError("pair",
                         "no two species interact, so nothing would ever be listed; give at "
                         "least one pair of species that occurs a potential");
    return {std::move(structure), std::move(species), std::move(names), std::move(force_field)};
}

/// How far forces, lists and samples reach [length].
struct Ranges {
    double sampled = 0; ///< by g(r); 0: not at all
    double forces = 0;
    double skin = 0;
    double padding = 0; ///< of open directions

    double cutoff() const { return std::max(forces, sampled); }
};

Ranges ranges_of(const Config& config, const Draft& draft, bool on_gpu) {
    const double forces = draft.force_field.largest_cutoff();
    const auto skin_of = [&](double automatic) {
        return config.neighbor.skin.value_or(automatic * forces);
    };
    Ranges ranges;
    ranges.sampled = config.rdf ? config.rdf->range : 0;
    ranges.forces = forces;
    ranges.skin = skin_of(
        choose_lists(draft.structure.total, draft.force_field.has_functionals(), on_gpu).skin);
    // The box is the same wherever the run computes, and whatever it samples.
    constexpr double skin_of_padding = 0.12;
    ranges.padding = config.box.padding.value_or(forces + skin_of(skin_of_padding));
    MDSIM_ENSURE(ranges.forces > 0 && ranges.skin >= 0 && ranges.padding > 0);
    return ranges;
}

void check_tiles(const NeighborSettings& neighbor, const Processor& processor,
                 std::vector<Diagnostic>& errors) {
    if (!processor.gpu || neighbor.tile <= largest_tile_on_gpu) return;
    errors.push_back(
        {"neighbor.tile", fmt::format("found {}; a GPU takes tiles of 32 to {} atoms, 0 chooses by "
                                      "itself",
                                      neighbor.tile, largest_tile_on_gpu)});
}

/// Coefficients by currents of the whole box are divided by its volume.
void check_currents(const OutputSections& output, const Box& box, std::vector<Diagnostic>& errors) {
    if (repeats(box)) return;
    const auto refuse = [&](const char* section, bool given) {
        if (given)
            errors.push_back({section, "the coefficient is that of a box full of the material, and "
                                       "this one is open, with vacuum; leave the section out, or "
                                       "close the box"});
    };
    refuse("viscosity", output.viscosity.has_value());
    refuse("conductivity", output.conductivity.has_value());
}

/// Closes the box around the atoms and checks all that can be checked now; throws all errors at
/// once.
TypicalSizes fit_box(const Config& config, const Ranges& ranges, const Communicator& comm,
                     const Processor& processor, Draft& draft, std::vector<Diagnostic>& warnings) {
    std::vector<Diagnostic> errors;
    Structure& structure = draft.structure;
    open_box(config.box, ranges.padding, comm, structure, errors);
    check_edges(structure.box, errors);
    check_repeats(structure.box, ranges.cutoff() + ranges.skin, structure.total, errors);
    if (!config.box.periodic && config.system.file) // otherwise reported with the other keys
        check_periodicity(config.box, config.pair, structure.box.periodic, errors);
    check_resolution(config.run.precision, structure.box, draft.force_field, errors, warnings);
    const TypicalSizes sizes =
        typical_sizes(config, draft.species, structure, draft.force_field, comm);
    if (Cadence(config.stages, config).frames() > 0)
        check_rounding(config.trajectory, config.conversions(), sizes, errors, warnings);
    check_masses(config, config.run.precision, highest_temperature(config), draft.species, sizes,
                 errors);
    check_measured(config, structure.box, structure.total, draft.names, errors);
    check_waves(config.structure_factor, structure.box, config.conversions(), errors);
    check_currents(config, structure.box, errors);
    for (const Diagnostic& error : errors_of_rank_grid(config.parallel, comm.size()))
        errors.push_back(error);
    check_tiles(config.neighbor, processor, errors);
    check_box_changes(config.stages, structure.box, errors);
    if (!errors.empty()) throw InputError(with_places(config, std::move(errors)));
    return sizes;
}

/// The lists of the run, and how many atoms are in that of one on average; collective.
std::pair<ListSettings, double> lists_of(RebuildRule rebuild, const Ranges& ranges,
                                         const Communicator& comm, const Processor& processor,
                                         const Draft& draft) {
    const LocalDensity density =
        local_density(draft.structure, draft.species.size(), ranges.cutoff() + ranges.skin, comm);
    const bool searched = !processor.gpu && rebuild == RebuildRule::checked &&
                          can_search_pairs(draft.structure.box, ranges.forces, ranges.skin);
    const ListSettings lists{ranges.skin, ranges.sampled, 0, searched};
    return {lists, mean_list_length(draft.force_field, density, lists)};
}

/// What is allowed, but may surprise.
void warn_of_surprises(const Config& config, const std::vector<std::string>& names,
                       const SystemParts& parts, const TypicalSizes& sizes,
                       const BoxOutlook& outlook, const Communicator& comm,
                       std::vector<Diagnostic>& warnings) {
    const Structure& structure = parts.structure;
    const double forces = parts.force_field.largest_cutoff();
    warn_of_absurd_sizes(config, names, parts.force_field,
                         {static_cast<double>(structure.total), structure.box.volume(),
                          longest_edge(structure.box), forces, parts.lists.skin,
                          parts.lists.range(forces), parts.list_length, repeats(structure.box),
                          sizes},
                         warnings);
    agree_on(comm, [&] { check_image_counts(config.system.file.has_value(), structure); });
    warn_of_charges(config, parts.species, structure, comm, warnings);
    warn_of_far_box(config.trajectory, structure.box, warnings);
    if (config.rdf) warn_of_distances(config.rdf->range, structure.box, outlook, warnings);
}

} // namespace

SystemParts assemble_system(const Config& config, const Communicator& comm,
                            const Processor& processor) {
    std::vector<Diagnostic> warnings = config.warnings;
    Draft draft = draft_system(config, comm, warnings);
    const Ranges ranges = ranges_of(config, draft, processor.gpu.has_value());
    const TypicalSizes sizes = fit_box(config, ranges, comm, processor, draft, warnings);
    const auto [lists, list_length] =
        lists_of(config.neighbor.rebuild, ranges, comm, processor, draft);
    const std::size_t species = draft.species.size();
    auto count = count_types(draft.structure, species, comm);
    SystemParts parts{config.conversions(),
                      std::move(draft.structure),
                      std::move(draft.species),
                      std::move(count),
                      std::move(draft.force_field),
                      ranges.cutoff(),
                      lists,
                      list_length,
                      {},
                      processor,
                      {config.run, config.neighbor, config.parallel, config.debug,
                       config.correlation_bytes_per_atom(change_box(config.stages)),
                       config.measure_bytes_per_atom(), share_bytes(config),
                       average_bytes(config, config.stages, species), change_box(config.stages)}};
    const BoxOutlook outlook = foresee_boxes(config.stages, parts.structure.box);
    parts.engine.most_dense = outlook.most_dense(parts.structure.box);
    parts.engine.follows_pressure = outlook.follows_pressure.has_value();
    warn_of_surprises(config, draft.names, parts, sizes, outlook, comm, warnings);
    if (!config.velocity.temperature)
        parts.motion = motion_of(parts.structure, parts.species, comm);
    parts.suspicions = check_scales(config, config, parts.force_field, measured(parts));
    warnings.insert(warnings.end(), parts.suspicions.begin(), parts.suspicions.end());
    parts.warnings = std::move(warnings);
    return parts;
}

} // namespace mdsim
