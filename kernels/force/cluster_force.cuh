// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "core/contract.hpp"
#include "kernels/force/cluster_ending.cuh"
#include "kernels/force/cluster_share_ending.cuh"
#include "kernels/force/cluster_walk.cuh"
#include "kernels/force/lanes.cuh"
#include "kernels/force/launch_walk.cuh"
#include "kernels/force/walked_force.cuh"
#include "physics/cluster/cluster_table.hpp"

namespace mdsim {

/// The part of the force on an atom that one of its lanes adds up: its own slopes, less those that
/// its neighbours have of it.
template <class Reading, class P>
__device__ Vec3<typename P::Real> force_by_slopes(const ChannelView<P>& channel, LocalIndex atom,
                                                  std::uint32_t lane, std::uint32_t lanes) {
    using Real = typename P::Real;
    const Vec4<Real>* own = channel.record(atom);
    const LocalIndex* neighbour = channel.neighbour + std::size_t{atom} * most_cluster_neighbours;
    Vec3<Real> force{0, 0, 0};
    for (int b = 0; b < most_cluster_neighbours; ++b) {
        const Vec4<Real> part = Reading::changing(own + b);
        const std::uint32_t key = key_in(part);
        if (key == last_cluster_key) break;
        if (static_cast<std::uint32_t>(b) % lanes != lane) continue;
        const Vec4<Real>* other = channel.record(Reading::changing_number(neighbour + b));
        const Vec3<Real> theirs =
            slope_of_other<Real>(key, [other](int n) { return Reading::changing(other + n); });
        force = force + (Vec3<Real>{part.x, part.y, part.z} - theirs);
    }
    return force;
}

/// The forces of a cluster functional behind its round, with any ending of a walk. No list is
/// walked: an atom knows its neighbours by its record.
template <class P, class Reading, class Ending>
__global__ void __launch_bounds__(256, 4) walk_records(WalkArgs<P> args, Ending ending) {
    using Real = typename P::Real;
    const Control& control = *args.atoms.control;
    const DeviceTile<P> tile = args.lists.tiles[blockIdx.x];
    if (left_out(control, args.kernel)) return Reading::end_idle();
    Reading::wait_for_step_before();
    if (tile.count == 0) return;

    const CurrentStep now(control, args.kernel);
    const std::uint32_t mine = atom_of_thread(args);
    const std::uint32_t lane = lane_of_thread(args);
    const bool exists = mine < tile.count;
    const LocalIndex atom = tile.first + (exists ? mine : 0);
    ending.template foresee<Reading>(args, tile, atom);
    __syncthreads();
    ForceSums<Real, Ending::with_energy> sums;
    if (exists) sums.force = force_by_slopes<Reading>(args.channel, atom, lane, args.lanes);
    Reading::let_next_step_begin();
    __syncwarp();
    join_for<Ending>(sums, args.lanes);
    ending.template finish<Reading>(args, atom, exists && lane == 0, now, sums);
}

/// The force of one cluster functional, with its table on the device: a round of energies and
/// slopes, which tells them to neighbours, and their sums.
template <class P, class C> class ClusterForce final : public WalkedForce<P, ClusterForce<P, C>> {
  public:
    using Real = typename P::Real;

    ClusterForce(const Stream& stream, const ClusterTable<C>& table, double range)
        : types_(table.types), only_cutoff2_(table.cutoff_squared.front()),
          key_(ClusterKey<Real>::within(range)), cutoff2_(stream.copy_of(table.cutoff_squared)),
          pair_(stream.copy_of(table.pair)), triple_(stream.copy_of(table.triple)) {
        MDSIM_EXPECT(range > 0);
        MDSIM_EXPECT(types_ > 0 && types_ <= most_tagged_types);
    }

    bool has_round() const override { return true; }
    std::size_t channel_width() const override { return cluster_channel_width; }

    void prepare(const Stream& stream, const WalkArgs<P>& args,
                 const RoundArgs<P>& round) const override {
        MDSIM_EXPECT(args.channel.neighbour != nullptr);
        if (round.totals != nullptr)
            find<ReadOnce>(stream, args, TellSlopes<P, C, true>{table(), round});
        else if (round.overlaps)
            find<ReadAhead>(stream, args, TellSlopes<P, C, false>{table(), round});
        else
            find<ReadOnce>(stream, args, TellSlopes<P, C, false>{table(), round});
    }

    template <class Reading, class Ending>
    void launch(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        launch_kernel(stream,
                      {args.lists.tile_count, args.lists.threads, summed_bytes<Ending>(args)},
                      Reading::overlaps, walk_records<P, Reading, Ending>, args, ending);
    }

    void add_shares(const Stream& stream, const WalkArgs<P>& args,
                    AtomShare<P>* share) const override {
        MDSIM_EXPECT(args.channel.neighbour != nullptr && share != nullptr);
        find<ReadOnce>(stream, args, AddClusterShare<P, C>{table(), share});
    }

    std::size_t bytes() const override {
        return cutoff2_.bytes() + pair_.bytes() + triple_.bytes();
    }

  private:
    DeviceClusters<C> table() const {
        return {{pair_.data(), triple_.data(), types_}, cutoff2_.data(), only_cutoff2_, key_};
    }

    template <class Reading, class Ending>
    void find(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            launch_walk<ClusterWalk<P, C, true>, Reading>(stream, args, table(),
                                                          walk_memory(args, 0), ending);
        else
            launch_walk<ClusterWalk<P, C, false>, Reading>(stream, args, table(),
                                                           walk_memory(args, 0), ending);
    }

    std::uint32_t types_;
    Real only_cutoff2_;
    ClusterKey<Real> key_;
    Buffer<Real, Device> cutoff2_;
    Buffer<typename C::Pair, Device> pair_;
    Buffer<typename C::Triple, Device> triple_;
};

template <class P>
std::unique_ptr<Force<P>> make_cluster_force(const Stream& stream,
                                             const AnyClusterTable<typename P::Real>& table,
                                             double range) {
    return std::visit(
        [&](const auto& typed) -> std::unique_ptr<Force<P>> {
            using Functional = typename std::decay_t<decltype(typed)>::cluster_type;
            return std::make_unique<ClusterForce<P, Functional>>(stream, typed, range);
        },
        table);
}

} // namespace mdsim
