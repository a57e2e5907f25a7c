// SPDX-License-Identifier: BSD-3-Clause
#include "ops/pair_driver.hpp"
#include "core/contract.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "core/parallel.hpp"
#include "cpu/add_numbers.hpp"
#include "cpu/cluster_rounds.hpp"
#include "cpu/functional_rounds.hpp"
#include "cpu/missing_pairs.hpp"
#include "cpu/moment_rounds.hpp"
#include "cpu/move_arrays.hpp"
#include "cpu/potential_columns.hpp"
#include "cpu/tile_builder.hpp"
#include "cpu/tile_distances.hpp"

namespace mdsim {

namespace {

/// What one thread works on while it walks a tile.
template <class P> struct alignas(thread_alignment) TileScratch {
    Buffer<Vec4<typename P::Real>, Host> records;
    Buffer<LaneSums<P>, Host> sums;
    FunctionalScratch<P> functional;
    PairSums totals;
    MotionReport report;
};

/// Adds one number of each atom of a tile to a sum: of `numbers_of(group)`, an array of its lanes.
/// Many at a time, as a call takes longer than a group.
template <class P, class NumbersOf>
void add_lanes(const ListedTile<P>& tile, const NumbersOf& numbers_of, FixedSum& sum) {
    constexpr std::uint32_t at_once = 16 * group_lanes;
    static_assert(group_lanes % whole_parts_step == 0 && at_once <= most_whole_parts);
    double values[at_once];
    for (std::uint32_t first = 0; first < tile.count; first += at_once) {
        const std::uint32_t groups =
            (std::min(tile.count - first, at_once) + group_lanes - 1) / group_lanes;
        for (std::uint32_t g = 0; g < groups; ++g) {
            const auto& lane = numbers_of(first / group_lanes + g);
            for (std::uint32_t i = 0; i < group_lanes; ++i)
                values[g * group_lanes + i] = static_cast<double>(lane[i]);
        }
        // Idle lanes behind the last atom.
        for (std::uint32_t i = tile.count - first; i < groups * group_lanes; ++i) values[i] = 0;
        add_numbers<P>({values, std::size_t{groups} * group_lanes}, sum);
    }
}

template <class P>
void add_totals(const ListedTile<P>& tile, const LaneSums<P>* sums, WantedSums wanted,
                PairSums& totals) {
    using Lanes = typename P::Real[group_lanes];
    const std::size_t components = wanted == WantedSums::all ? 6 : 3;
    for (std::size_t a = 0; a < components; ++a)
        add_lanes(
            tile, [&](std::uint32_t g) -> const Lanes& { return sums[g].virial[a]; },
            totals.virial[a]);
    if (wanted == WantedSums::all)
        add_lanes(
            tile, [&](std::uint32_t g) -> const Lanes& { return sums[g].energy; }, totals.energy);
}

template <class P>
void store_tile(const ListedTile<P>& tile, const LaneSums<P>* sums, Vec4<typename P::Real>* force) {
    for (std::uint32_t first = 0; first < tile.count; first += group_lanes, ++sums) {
        const std::uint32_t lanes = std::min<std::uint32_t>(tile.count - first, group_lanes);
        for (std::uint32_t lane = 0; lane < lanes; ++lane)
            force[atom_of_lane(tile, first + lane)] = {sums->force[0][lane], sums->force[1][lane],
                                                       sums->force[2][lane], 0};
    }
}

/// Stores what the atoms of a tile have of energies and virials by the sums of their lanes.
template <class P>
void store_shares(const ListedTile<P>& tile, const LaneSums<P>* sums, AtomShare<P>* share) {
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const LaneSums<P>& s = sums[i / group_lanes];
        const std::size_t lane = i % group_lanes;
        typename P::Real virial[6];
        for (std::size_t a = 0; a < 6; ++a) virial[a] = s.virial[a][lane];
        share[atom_of_lane(tile, i)] = {s.energy[lane], symmetric(virial)};
    }
}

} // namespace

template <class P> struct PairDriver<P>::Implementation {
    Implementation(const ForceField& force_field, const ListSettings& settings)
        : potentials(force_field, settings), builder(settings.tile_target),
          missing_pairs(potentials.cutoff2, potentials.ranges.types, settings.skin),
          functionals(potentials), moments(force_field), clusters(force_field) {
        channel.width = force_field.channel_width();
    }

    /// Takes the scale of the present box; at the beginning of all that gathers.
    void look_at_box() {
        MDSIM_EXPECT(geometry.has_value()); // lists have been built
        scale = SlotScale<P>(box->now.edges);
    }

    /// Writes the records of one tile to the scratch.
    void gather(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                TileScratch<P>& scratch) const {
        scratch.records.resize_discard(SlotLayout<P>::records(tile.slots.size()));
        cpu_kernels<P>().gather_slots({particles.site.data(), particles.reference.data(), &tile,
                                       scale, geometry->far, scratch.records.data()});
    }

    /// A tile as the functionals take it; the scratch holds its records.
    GatheredTile<P> gathered(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                             TileScratch<P>& scratch) const {
        const auto number = static_cast<std::size_t>(&tile - list.tiles.data());
        return {tile, number, particles, scratch.records, ahead};
    }

    /// Adds forces by all potentials to the sums in the scratch, and what is wanted beside them.
    void add_potentials(const ListedTile<P>& tile, WantedSums wanted,
                        TileScratch<P>& scratch) const {
        for (std::size_t i = 0; i < potentials.potentials.size(); ++i) {
            const PotentialColumns<P>& columns = potentials.potentials[i];
            columns.force(wanted)(
                {{&tile, tile.runs_of(i).data(), scratch.records.data(), columns.table(), ahead},
                 scratch.sums.data()});
        }
    }

    /// Computes the sums of all potentials and functionals for the lanes of one tile; leaves them
    /// in the scratch.
    void force_on(const ListedTile<P>& tile, const Particles<P, Host>& particles, WantedSums wanted,
                  TileScratch<P>& scratch) {
        const bool walks = clusters.tables().empty() || !potentials.potentials.empty();
        if (walks) gather(tile, particles, scratch);
        scratch.sums.resize_discard(tile.groups);
        for (LaneSums<P>& sums : scratch.sums) {
            std::memset(sums.force, 0, sizeof sums.force);
            if (wanted != WantedSums::none) sums = {};
        }
        add_potentials(tile, wanted, scratch);
        if (!moments.tables().empty())
            moments.add_forces(tile, potentials.potentials.size(), scratch.records.data(), channel,
                               wanted != WantedSums::none, scratch.sums.data());
        else if (!clusters.tables().empty())
            clusters.add_forces(tile, channel, scratch.sums.data());
        else if (!functionals.empty())
            functionals.add_forces(gathered(tile, particles, scratch), channel, wanted,
                                   scratch.sums.data());
    }

    /// Fills the channel for the atoms of one tile.
    void prepare_tile(const ListedTile<P>& tile, const Particles<P, Host>& particles, bool energy,
                      TileScratch<P>& scratch) {
        PairSums* sums = energy ? &scratch.totals : nullptr;
        const std::size_t first = potentials.potentials.size();
        gather(tile, particles, scratch);
        if (!moments.tables().empty())
            moments.prepare(tile, first, scratch.records.data(), channel, sums);
        else if (!clusters.tables().empty())
            clusters.prepare(tile, first, scratch.records.data(), channel, sums);
        else
            functionals.prepare(gathered(tile, particles, scratch), scratch.functional, channel,
                                sums);
    }

    /// Finds what the atoms of one tile have of energy and virial; by potentials first, then by
    /// functionals, moments or clusters.
    void find_shares(const ListedTile<P>& tile, Particles<P, Host>& particles,
                     TileScratch<P>& scratch) {
        gather(tile, particles, scratch);
        scratch.sums.resize_discard(tile.groups);
        for (LaneSums<P>& sums : scratch.sums) sums = {};
        add_potentials(tile, WantedSums::all, scratch);
        if (!functionals.empty())
            functionals.add_shares(gathered(tile, particles, scratch), scratch.functional, channel,
                                   scratch.sums.data());
        store_shares(tile, scratch.sums.data(), particles.share.data());
        const std::size_t first = potentials.potentials.size();
        if (!moments.tables().empty())
            moments.add_shares(tile, first, scratch.records.data(), channel,
                               particles.share.data());
        if (!clusters.tables().empty())
            clusters.add_shares(tile, first, scratch.records.data(), channel,
                                particles.share.data());
    }

    /// Where the tiles of a set begin and end in the order of work.
    std::pair<std::size_t, std::size_t> places(TileSet tiles) const {
        return {tiles == TileSet::interior ? list.boundary_tiles : 0,
                tiles == TileSet::boundary ? list.boundary_tiles : list.order.size()};
    }

    /// Calls body(tile, scratch) for the tiles of a set in the order of work.
    template <class Body> void for_tiles(TileSet tiles, const Body& body) {
        const auto [begin, end] = places(tiles);
        const std::size_t first = begin, last = end;
        workers.resize(std::max(workers.size(), static_cast<std::size_t>(omp_get_max_threads())));
        parallel_for(last - first, [&](std::size_t i, std::size_t thread) {
            body(list.tiles[list.order[first + i]], workers[thread]);
        });
    }

    /// Decides for new lists whether their entries are prefetched. Lists that fit into a cache are
    /// not. Larger ones are, because a processor by itself prefetches no farther than the page that
    /// it reads.
    void look_ahead() {
        constexpr std::size_t cached = std::size_t{32} << 20;
        ahead = list.bytes() > cached ? 8192 : 0;
    }

    PotentialSet<P> potentials;
    TileBuilder<P> builder;
    MissingPairs<P> missing_pairs;
    TileList<P> list;
    const BoxState* box = nullptr; ///< of the atoms in the lists
    std::optional<ListGeometry<P>> geometry;
    SlotScale<P> scale; ///< of the present box
    std::vector<TileScratch<P>> workers;
    FunctionalRounds<P> functionals;
    MomentRounds<P> moments;
    ClusterRounds<P> clusters;
    Channel<typename P::Real, Host> channel;
    std::size_t ahead = 0; ///< how far ahead entries are prefetched; 0: not at all [bytes]
};

template <class P>
PairDriver<P>::PairDriver(const ForceField& force_field, const ListSettings& settings)
    : implementation_(std::make_unique<Implementation>(force_field, settings)) {}
template <class P> PairDriver<P>::~PairDriver() = default;
template <class P> PairDriver<P>::PairDriver(PairDriver&&) noexcept = default;
template <class P> PairDriver<P>& PairDriver<P>::operator=(PairDriver&&) noexcept = default;

template <class P> void PairDriver<P>::rebuild(const ListInput<P>& input) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(input.box->is_valid() && input.particles->size() == input.cells->atoms);
    d.box = input.box;
    d.geometry.emplace(input.box->built, input.box->frame.grid, d.potentials.ranges.largest);
    d.builder.build(*d.geometry, d.potentials.ranges, *input.cells, *input.particles,
                    *input.seen_elsewhere, d.list);
    d.look_ahead();
    if (rounds() == 0) return;
    d.functionals.renew(d.list.tiles.size());
    d.channel.resize(input.particles->size());
    if (!d.clusters.tables().empty()) d.clusters.resize(input.particles->size());
}

template <class P> int PairDriver<P>::rounds() const {
    return implementation_->channel.width > 0 ? 1 : 0;
}

template <class P> Channel<typename P::Real, Host>& PairDriver<P>::channel() {
    return implementation_->channel;
}
template <class P> const Channel<typename P::Real, Host>& PairDriver<P>::channel() const {
    return implementation_->channel;
}

template <class P>
void PairDriver<P>::prepare(const Particles<P, Host>& particles, TileSet tiles,
                            PairSums* energies) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(rounds() > 0 && d.channel.is_for(particles.size()));
    d.look_at_box();
    for (TileScratch<P>& scratch : d.workers) scratch.totals = {};
    d.for_tiles(tiles, [&](const ListedTile<P>& tile, TileScratch<P>& scratch) {
        d.prepare_tile(tile, particles, energies != nullptr, scratch);
    });
    for (const TileScratch<P>& scratch : d.workers) {
        if (energies != nullptr) energies->merge(scratch.totals);
    }
}

template <class P>
void PairDriver<P>::store_forces(Particles<P, Host>& particles, PairSums* sums, WantedSums wanted) {
    Implementation& d = *implementation_;
    if (sums == nullptr) wanted = WantedSums::none;
    MDSIM_EXPECT(sums == nullptr || wanted != WantedSums::none);
    for (TileScratch<P>& scratch : d.workers) scratch.totals = {};
    d.look_at_box();
    MDSIM_EXPECT(particles.force.size() == particles.size());
    MDSIM_EXPECT(rounds() == 0 || d.channel.is_for(particles.size()));
    d.for_tiles(TileSet::all, [&](const ListedTile<P>& tile, TileScratch<P>& scratch) {
        d.force_on(tile, particles, wanted, scratch);
        store_tile(tile, scratch.sums.data(), particles.force.data());
        if (sums != nullptr) add_totals(tile, scratch.sums.data(), wanted, scratch.totals);
    });
    for (const TileScratch<P>& scratch : d.workers) {
        if (sums != nullptr) sums->merge(scratch.totals);
    }
}

template <class P> void PairDriver<P>::find_shares(Particles<P, Host>& particles) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(rounds() == 0 || d.channel.is_for(particles.size()));
    d.look_at_box();
    particles.share.resize_discard(particles.size());
    d.for_tiles(TileSet::all, [&](const ListedTile<P>& tile, TileScratch<P>& scratch) {
        d.find_shares(tile, particles, scratch);
    });
}

template <class P>
MotionReport PairDriver<P>::advance(Particles<P, Host>& particles, const MotionStep<P>& step,
                                    TileSet tiles) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(particles.next.size() == particles.size());
    MDSIM_EXPECT(rounds() == 0 || d.channel.is_for(particles.size()));
    d.look_at_box();
    for (TileScratch<P>& scratch : d.workers) scratch.report = {};
    const MoveArrays<P> arrays = move_arrays(particles, step);
    d.for_tiles(tiles, [&](const ListedTile<P>& tile, TileScratch<P>& scratch) {
        d.force_on(tile, particles, WantedSums::none, scratch);
        MoveReport<P> found;
        cpu_kernels<P>().advance_tile(arrays, tile, scratch.sums.data(), found);
        scratch.report.merge(to_report(found));
    });
    MotionReport report;
    for (const TileScratch<P>& scratch : d.workers) report.merge(scratch.report);
    return report;
}

template <class P>
void PairDriver<P>::count_distances(const Particles<P, Host>& particles, PairHistogram& histogram) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(histogram.types == d.potentials.ranges.types);
    MDSIM_EXPECT(histogram.range <= d.potentials.ranges.largest);
    d.look_at_box();
    std::vector<PairHistogram> parts(static_cast<std::size_t>(omp_get_max_threads()),
                                     histogram.empty_copy());
    d.for_tiles(TileSet::all, [&](const ListedTile<P>& tile, TileScratch<P>& scratch) {
        d.gather(tile, particles, scratch);
        count_tile_distances(tile, scratch.records.data(),
                             parts[static_cast<std::size_t>(omp_get_thread_num())]);
    });
    for (const PairHistogram& part : parts) histogram.merge(part);
}

template <class P>
bool PairDriver<P>::has_missing_pair(const Particles<P, Host>& particles, const LocalCells& cells) {
    Implementation& d = *implementation_;
    MDSIM_EXPECT(d.geometry.has_value());
    return d.missing_pairs.any(*d.geometry, *d.box, cells, particles, d.builder.blocks());
}

template <class P> ListReport PairDriver<P>::report() const {
    const Implementation& d = *implementation_;
    return {d.list.tiles.size(),
            d.list.boundary_tiles,
            d.list.statistics.slots,
            d.list.statistics.entries,
            d.list.statistics.pairs,
            d.list.bytes() + d.missing_pairs.bytes() + d.channel.bytes() + d.clusters.bytes() +
                d.functionals.bytes()};
}

template class PairDriver<MixedPrecision>;
template class PairDriver<DoublePrecision>;

} // namespace mdsim
