// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/functional_rounds.hpp"

#include "core/contract.hpp"
#include "cpu/rounds.hpp"

namespace mdsim {

namespace {

/// What a kernel needs to walk some runs.
template <class P>
TileWalkArgs<P> walk(const GatheredTile<P>& at, const EntryRun* runs,
                     const PotentialTable<typename P::Real>& table) {
    return {&at.tile, runs, at.records.data(), table, at.ahead};
}

} // namespace

template <class P> void FunctionalRounds<P>::renew(std::size_t tiles) {
    kept_.resize(tiles * potentials_->functionals.size());
    for (KeptRuns<P>& runs : kept_) runs.forget();
}

template <class P>
KeptRuns<P>& FunctionalRounds<P>::kept(const GatheredTile<P>& at, std::size_t functional) {
    MDSIM_EXPECT(functional < potentials_->functionals.size());
    return kept_[at.number * potentials_->functionals.size() + functional];
}

/// Keeps the near entries of a functional anew, if what is kept of them is stale.
template <class P>
void FunctionalRounds<P>::keep_near(const GatheredTile<P>& at, std::size_t functional,
                                    KeepScratch& scratch) {
    constexpr double clear_of_rounding = 0.99;
    const double limit = clear_of_rounding * potentials_->margin / 2;
    KeptRuns<P>& near = kept(at, functional);
    if (!near.is_stale(at.records, static_cast<Real>(limit * limit))) return;
    const FunctionalColumns<P>& columns = potentials_->functionals[functional];
    const auto runs = at.tile.runs_of(potentials_->potentials.size() + functional);
    columns.keep({walk(at, runs.data(), columns.kept.table()), scratch.begin(runs)});
    near.assign(scratch, at.records);
}

/// Calls take(functional) for each functional when the scratch holds the densities of the tile's
/// lanes.
template <class P>
template <class Take>
void FunctionalRounds<P>::for_densities(const GatheredTile<P>& at, FunctionalScratch<P>& scratch,
                                        const Take& take) {
    scratch.density.resize_discard(std::size_t{at.tile.groups} * group_lanes);
    for (std::size_t i = 0; i < potentials_->functionals.size(); ++i) {
        const FunctionalColumns<P>& functional = potentials_->functionals[i];
        keep_near(at, i, scratch.keep);
        const auto table = functional.pairs.table_with(functional.density_curve);
        scratch.density.fill(0);
        functional.density({walk(at, kept(at, i).runs(), table), scratch.density.data()});
        take(functional);
    }
}

template <class P>
void FunctionalRounds<P>::prepare(const GatheredTile<P>& at, FunctionalScratch<P>& scratch,
                                  Channel<Real, Host>& channel, PairSums* sums) {
    clear_channel<P>(at.tile, at.particles, potentials_->ranges.types, channel);
    for_densities(at, scratch, [&](const FunctionalColumns<P>& functional) {
        embed_tile<P>(at.tile, at.particles, functional, scratch.density.data(), channel, sums);
    });
}

template <class P>
void FunctionalRounds<P>::add_forces(const GatheredTile<P>& at, const Channel<Real, Host>& channel,
                                     WantedSums wanted, LaneSums<P>* sums) {
    put_channel<P>(at.tile, channel, at.records.data());
    for (std::size_t i = 0; i < potentials_->functionals.size(); ++i) {
        const PotentialColumns<P>& pairs = potentials_->functionals[i].pairs;
        pairs.force(wanted)({walk(at, kept(at, i).runs(), pairs.table()), sums});
    }
}

template <class P>
void FunctionalRounds<P>::add_shares(const GatheredTile<P>& at, FunctionalScratch<P>& scratch,
                                     const Channel<Real, Host>& channel, LaneSums<P>* sums) {
    for_densities(at, scratch, [&](const FunctionalColumns<P>& functional) {
        add_embedding<P>(at.tile, at.particles, functional, scratch.density.data(), sums);
    });
    put_channel<P>(at.tile, channel, at.records.data());
    for (std::size_t i = 0; i < potentials_->functionals.size(); ++i) {
        const FunctionalColumns<P>& functional = potentials_->functionals[i];
        functional.share({walk(at, kept(at, i).runs(), functional.pairs.table()), sums});
    }
}

template <class P> std::size_t FunctionalRounds<P>::bytes() const {
    std::size_t sum = 0;
    for (const KeptRuns<P>& runs : kept_) sum += runs.bytes();
    return sum;
}

template class FunctionalRounds<MixedPrecision>;
template class FunctionalRounds<DoublePrecision>;

} // namespace mdsim
