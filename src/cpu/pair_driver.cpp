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
#include "cpu/cluster_rounds.hpp"
#include "cpu/kept_runs.hpp"
#include "cpu/missing_pairs.hpp"
#include "cpu/moment_rounds.hpp"
#include "cpu/move_arrays.hpp"
#include "cpu/potential_columns.hpp"
#include "cpu/rounds.hpp"
#include "cpu/tile_builder.hpp"
#include "cpu/tile_distances.hpp"

namespace mdsim {

namespace {

/// What one thread works on while it walks a tile.
template <class P> struct alignas(thread_alignment) TileScratch {
    Buffer<Vec4<typename P::Real>, Host> records;
    Buffer<LaneSums<P>, Host> sums;
    Buffer<typename P::Real, Host> density; ///< [group][lane]
    KeepScratch keep;
    PairSums totals;
    MotionReport report;
};

template <class P>
void add_totals(const ListedTile<P>& tile, const LaneSums<P>* sums, PairSums& totals) {
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const LaneSums<P>& s = sums[i / group_lanes];
        const std::size_t lane = i % group_lanes;
        totals.energy.add(static_cast<double>(s.energy[lane]));
        for (std::size_t a = 0; a < 6; ++a)
            totals.virial[a].add(static_cast<double>(s.virial[a][lane]));
    }
}

template <class P>
void store_tile(const ListedTile<P>& tile, const LaneSums<P>* sums, Vec4<typename P::Real>* force) {
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const LaneSums<P>& s = sums[i / group_lanes];
        const std::size_t lane = i % group_lanes;
        force[atom_of_lane(tile, i)] = {s.force[0][lane], s.force[1][lane], s.force[2][lane], 0};
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
          moments(force_field), clusters(force_field) {
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

    /// The runs of a potential in a tile, or of a functional, whose number follows those of the
    /// potentials.
    static std::span<const EntryRun> runs_of(const ListedTile<P>& tile, std::size_t number) {
        const std::size_t count = std::size_t{tile.windows} * tile.groups;
        return tile.runs.subspan(number * count, count);
    }

    /// What a kernel needs to walk some runs.
    TileWalkArgs<P> walk(const ListedTile<P>& tile, const EntryRun* runs,
                         const PotentialTable<typename P::Real>& table,
                         const TileScratch<P>& scratch) const {
        return {&tile, runs, scratch.records.data(), table, ahead};
    }

    /// Computes the sums of all potentials and functionals for the lanes of one tile; leaves them
    /// in the scratch.
    void force_on(const ListedTile<P>& tile, const Particles<P, Host>& particles, bool energy,
                  TileScratch<P>& scratch) {
        const bool walks = clusters.tables().empty() || !potentials.potentials.empty();
        if (walks) gather(tile, particles, scratch);
        scratch.sums.resize_discard(tile.groups);
        for (LaneSums<P>& sums : scratch.sums) {
            std::memset(sums.force, 0, sizeof sums.force);
            if (energy) sums = {};
        }
        const auto add = [&](const PotentialColumns<P>& columns, const EntryRun* runs) {
            (energy ? columns.force_and_energy : columns.force)(
                {walk(tile, runs, columns.table(), scratch), scratch.sums.data()});
        };
        const std::size_t listed = potentials.potentials.size();
        for (std::size_t i = 0; i < listed; ++i)
            add(potentials.potentials[i], runs_of(tile, i).data());
        if (!moments.tables().empty())
            return moments.add_forces(tile, listed, scratch.records.data(), channel, energy,
                                      scratch.sums.data());
        if (!clusters.tables().empty())
            return clusters.add_forces(tile, channel, scratch.sums.data());
        if (potentials.functionals.empty()) return;
        put_channel<P>(tile, channel, scratch.records.data());
        for (std::size_t i = 0; i < potentials.functionals.size(); ++i)
            add(potentials.functionals[i].pairs, kept_runs(tile, i).runs());
    }

    /// What is kept of the list of a functional in a tile.
    KeptRuns<P>& kept_runs(const ListedTile<P>& tile, std::size_t functional) {
        const auto number = static_cast<std::size_t>(&tile - list.tiles.data());
        return kept[number * potentials.functionals.size() + functional];
    }

    /// Renews what is kept, if it is stale, for the records in the scratch.
    const EntryRun* renewed_runs(const ListedTile<P>& tile, std::size_t functional,
                                 TileScratch<P>& scratch) {
        KeptRuns<P>& kept_of_tile = kept_runs(tile, functional);
        constexpr double clear_of_rounding = 0.99;
        const double limit = clear_of_rounding * potentials.margin / 2;
        if (kept_of_tile.is_stale(scratch.records, static_cast<typename P::Real>(limit * limit))) {
            const FunctionalColumns<P>& columns = potentials.functionals[functional];
            const auto runs = runs_of(tile, potentials.potentials.size() + functional);
            columns.keep(
                {walk(tile, runs.data(), columns.kept.table(), scratch), scratch.keep.begin(runs)});
            kept_of_tile.assign(scratch.keep, scratch.records);
        }
        return kept_of_tile.runs();
    }

    /// Fills the channel for the atoms of one tile.
    void prepare_tile(const ListedTile<P>& tile, const Particles<P, Host>& particles, bool energy,
                      TileScratch<P>& scratch) {
        gather(tile, particles, scratch);
        if (!moments.tables().empty())
            return moments.prepare(tile, potentials.potentials.size(), scratch.records.data(),
                                   channel, energy ? &scratch.totals : nullptr);
        if (!clusters.tables().empty())
            return clusters.prepare(tile, potentials.potentials.size(), scratch.records.data(),
                                    channel, energy ? &scratch.totals : nullptr);
        clear_channel<P>(tile, particles, potentials.ranges.types, channel);
        for_densities(tile, scratch, [&](const FunctionalColumns<P>& functional) {
            embed_tile<P>(tile, particles, functional, scratch.density.data(), channel,
                          energy ? &scratch.totals : nullptr);
        });
    }

    /// Calls take(functional) for each functional when the scratch holds the densities of a tile's
    /// lanes; records hold types.
    template <class Take>
    void for_densities(const ListedTile<P>& tile, TileScratch<P>& scratch, const Take& take) {
        scratch.density.resize_discard(std::size_t{tile.groups} * group_lanes);
        for (std::size_t i = 0; i < potentials.functionals.size(); ++i) {
            const FunctionalColumns<P>& functional = potentials.functionals[i];
            const EntryRun* runs = renewed_runs(tile, i, scratch);
            const auto table = functional.pairs.table_with(functional.density_curve);
            scratch.density.fill(0);
            functional.density({walk(tile, runs, table, scratch), scratch.density.data()});
            take(functional);
        }
    }

    /// Finds what the atoms of one tile have of energy and virial; by potentials first, then by
    /// functionals, moments or clusters.
    void find_shares(const ListedTile<P>& tile, Particles<P, Host>& particles,
                     TileScratch<P>& scratch) {
        gather(tile, particles, scratch);
        scratch.sums.resize_discard(tile.groups);
        for (LaneSums<P>& sums : scratch.sums) sums = {};
        const std::size_t listed = potentials.potentials.size();
        for (std::size_t i = 0; i < listed; ++i) {
            const PotentialColumns<P>& potential = potentials.potentials[i];
            potential.force_and_energy(
                {walk(tile, runs_of(tile, i).data(), potential.table(), scratch),
                 scratch.sums.data()});
        }
        if (!potentials.functionals.empty()) {
            for_densities(tile, scratch, [&](const FunctionalColumns<P>& functional) {
                add_embedding<P>(tile, particles, functional, scratch.density.data(),
                                 scratch.sums.data());
            });
            put_channel<P>(tile, channel, scratch.records.data());
            for (std::size_t i = 0; i < potentials.functionals.size(); ++i) {
                const FunctionalColumns<P>& functional = potentials.functionals[i];
                functional.share(
                    {walk(tile, kept_runs(tile, i).runs(), functional.pairs.table(), scratch),
                     scratch.sums.data()});
            }
        }
        store_shares(tile, scratch.sums.data(), particles.share.data());
        if (!moments.tables().empty())
            moments.add_shares(tile, listed, scratch.records.data(), channel,
                               particles.share.data());
        if (!clusters.tables().empty())
            clusters.add_shares(tile, listed, scratch.records.data(), channel,
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
    std::vector<KeptRuns<P>> kept; ///< [tile][functional]
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
    d.kept.resize(d.list.tiles.size() * d.potentials.functionals.size());
    for (KeptRuns<P>& kept : d.kept) kept.forget();
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

template <class P> void PairDriver<P>::store_forces(Particles<P, Host>& particles, PairSums* sums) {
    Implementation& d = *implementation_;
    for (TileScratch<P>& scratch : d.workers) scratch.totals = {};
    d.look_at_box();
    MDSIM_EXPECT(particles.force.size() == particles.size());
    MDSIM_EXPECT(rounds() == 0 || d.channel.is_for(particles.size()));
    d.for_tiles(TileSet::all, [&](const ListedTile<P>& tile, TileScratch<P>& scratch) {
        d.force_on(tile, particles, sums != nullptr, scratch);
        store_tile(tile, scratch.sums.data(), particles.force.data());
        if (sums != nullptr) add_totals(tile, scratch.sums.data(), scratch.totals);
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
        d.force_on(tile, particles, false, scratch);
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
    std::size_t kept = 0;
    for (const KeptRuns<P>& runs : d.kept) kept += runs.bytes();
    return {d.list.tiles.size(),
            d.list.boundary_tiles,
            d.list.statistics.slots,
            d.list.statistics.entries,
            d.list.statistics.pairs,
            d.list.bytes() + d.missing_pairs.bytes() + d.channel.bytes() + d.clusters.bytes() +
                kept};
}

template class PairDriver<MixedPrecision>;
template class PairDriver<DoublePrecision>;

} // namespace mdsim
