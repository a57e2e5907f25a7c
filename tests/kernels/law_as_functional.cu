// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/law_as_functional.hpp"

#include <algorithm>

#include "kernels/engine/device_rank.hpp"
#include "kernels/force/functional_force.cuh"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim::test {

namespace {

/// A truncated pair potential, written as a functional whose slopes do nothing.
template <class Real> class AsFunctional {
  public:
    using Potential = Shifted<LennardJones<Real>>;
    using value_type = Real;
    template <class Other> using rebind = AsFunctional<Other>;
    static constexpr bool uses_samples = false;
    struct Embedding {
        MDSIM_HD Embedded operator()(double density) const { return {0, 1 + density}; }
    };

    explicit AsFunctional(const Potential& potential) : potential_(potential) {}

    MDSIM_HD Real density(Real r2) const { return reciprocal(r2); }
    MDSIM_HD PairTerm<Real> operator()(Real r2, Real own, Real other) const {
        PairTerm<Real> term = potential_(r2);
        term.energy = fused_multiply_add(own + other, Real(0), term.energy);
        term.force_over_r = fused_multiply_add(own + other, Real(0), term.force_over_r);
        return term;
    }

  private:
    Potential potential_;
};

template <class Real>
FunctionalTable<AsFunctional<Real>> as_functional(const AnyPairTable<Real>& any) {
    const auto& table = std::get<PairTable<Shifted<LennardJones<Real>>>>(any);
    FunctionalTable<AsFunctional<Real>> result;
    result.types = table.types;
    for (const auto& potential : table.potential) result.functional.emplace_back(potential);
    result.cutoff_squared = table.cutoff_squared;
    result.embedding.resize(table.types);
    return result;
}

template <class P>
StoredForces<P> stored(DeviceRank<P>& rank, const Force<P>& force, const WalkArgs<P>& walk) {
    StoredForces<P> result;
    Buffer<DeviceSums<pair_sums>, Device> totals(1);
    DeviceSums<pair_sums> found;
    rank.stream.zero(totals.data(), 1);
    force.store(rank.stream, walk, totals.data());
    result.force.resize(rank.atoms.size());
    const int now = rank.atoms.control().position_buffer;
    rank.stream.download(walk.atoms.force(now), result.force.data(), result.force.size());
    rank.stream.download(totals.data(), &found, 1);
    rank.stream.wait();
    for (const DeviceSum& sum : found.sum) {
        result.sums.push_back(sum.words().low);
        result.sums.push_back(sum.words().high);
    }
    return result;
}

} // namespace

template <class P> TwoWays<P> stored_both_ways(const ForceCase& c, const Shape& shape) {
    using Real = typename P::Real;
    const DeviceSetup setup = device_setup(c.field, c.box, c.grids.front(), shape);
    DeviceRank<P> rank(setup);
    rank.adopt(records_of<P>(c.atoms, in_order(c.atoms.type.size())), RankLayout{});
    const auto tables = make_pair_tables<Real>(c.field);
    const auto potential = make_pair_force<P>(rank.stream, tables.front());
    const FunctionalForce<P, AsFunctional<Real>> functional(rank.stream,
                                                            as_functional<Real>(tables.front()));
    ChannelStore<P> channel(nullptr, rank.atoms.size(), 1);
    WalkArgs<P> walk = rank.adopted().loop.walk_args();
    walk.channel = channel.view();
    TwoWays<P> both;
    both.as_potential = stored(rank, *potential, walk);
    functional.prepare(rank.stream, walk, {});
    both.as_functional = stored(rank, functional, walk);
    std::vector<Real> slope(rank.atoms.size());
    rank.stream.download(walk.channel.value, slope.data(), slope.size());
    rank.stream.wait();
    both.slopes_told = std::all_of(slope.begin(), slope.end(), [](Real s) { return s > 1; });
    return both;
}

template TwoWays<MixedPrecision> stored_both_ways<MixedPrecision>(const ForceCase&, const Shape&);
template TwoWays<DoublePrecision> stored_both_ways<DoublePrecision>(const ForceCase&, const Shape&);

} // namespace mdsim::test
