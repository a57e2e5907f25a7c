// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <variant>
#include <vector>

#include "core/contract.hpp"
#include "kernels/force/launch_walk.cuh"
#include "kernels/force/pair_walk.cuh"
#include "kernels/force/share_ending.cuh"
#include "kernels/force/walked_force.cuh"
#include "physics/curve/potential_curve.hpp"

namespace mdsim {

/// The force of one potential between pairs, with its table on the device.
template <class P, class Potential>
class PairForce final : public WalkedForce<P, PairForce<P, Potential>> {
  public:
    using Real = typename P::Real;
    using Reduced = typename ReducedPotential<Potential>::type;

    PairForce(const Stream& stream, const PairTable<Potential>& table)
        : types_(table.types), first_{table.potential.front(), table.cutoff_squared.front()},
          only_{ReducedPotential<Potential>::of(first_.potential), first_.cutoff2},
          units_(ReducedPotential<Potential>::units(first_.potential)) {
        MDSIM_EXPECT(table.potential.size() == std::size_t{table.types} * table.types);
        MDSIM_EXPECT(table.cutoff_squared.size() == table.potential.size());
        std::vector<PotentialEntry<Potential>> entries;
        for (std::size_t i = 0; i < table.potential.size(); ++i)
            entries.push_back({table.potential[i], table.cutoff_squared[i]});
        entries_ = stream.copy_of(entries);
        samples_ = stream.copy_of(table.samples);
        if constexpr (may_have_curve<Potential>) {
            if (types_ == 1) make_curve(stream, table);
        }
    }

    void add_shares(const Stream& stream, const WalkArgs<P>& args,
                    AtomShare<P>* share) const override {
        launch<ReadOnce>(stream, args, AddShare<P>{share});
    }

    std::size_t bytes() const override {
        return entries_.bytes() + samples_.bytes() + pieces_.bytes();
    }

    template <class Reading, class Ending>
    void launch(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            launch_potential<true, Reading>(
                stream, args,
                DevicePotentials<Reduced>{only_, nullptr, types_, samples_.data(), units_, curve_},
                ending);
        else
            launch_potential<false, Reading>(
                stream, args,
                DevicePotentials<Potential>{
                    first_, entries_.data(), types_, samples_.data(), {}, curve_},
                ending);
    }

  private:
    void make_curve(const Stream& stream, const PairTable<Potential>& table) {
        const StoredCurve stored = potential_curve(AnyPairTable<float>(table));
        if (stored.pieces.empty()) return;
        pieces_ = stream.copy_of(stored.pieces);
        curve_ = stored.curve;
        curve_.piece = pieces_.data();
    }

    static constexpr std::size_t largest_curve =
        may_have_curve<Potential> ? most_curve_pieces * sizeof(CurvePiece) : 0;
    static constexpr std::size_t ample_static = potential_cache_bytes + 2048;
    static_assert(most_j_atoms<Real> + largest_curve + ample_static <=
                  least_shared_memory_of_block);

    template <bool one_type, class Reading, class Used, class Ending>
    void launch_potential(const Stream& stream, const WalkArgs<P>& args,
                          DevicePotentials<Used> table, const Ending& ending) const {
        table.curve.at = static_cast<std::uint32_t>(walk_memory(args, 0).bytes);
        WalkMemory memory = walk_memory(args, pieces_.size() * sizeof(CurvePiece));
        if constexpr (Potential::uses_samples)
            memory.carveout = pieces_.size() > 0 ? int{cudaSharedmemCarveoutMaxShared}
                                                 : percent_for_few_blocks(memory);
        launch_walk<PairWalk<P, Used, one_type>, Reading>(stream, args, table, memory, ending);
    }

    std::uint32_t types_;
    PotentialEntry<Potential> first_; ///< the first entry, on the host
    PotentialEntry<Reduced> only_;    ///< the same in its own units
    PotentialUnits<Real> units_;      ///< of it
    Buffer<PotentialEntry<Potential>, Device> entries_;
    Buffer<Real, Device> samples_;
    ForceCurve curve_;
    Buffer<CurvePiece, Device> pieces_; ///< of the curve, if there is one
};

template <class Potential, template <class> class Truncated>
inline constexpr bool truncated_by = false;
template <class Inner, template <class> class Truncated>
inline constexpr bool truncated_by<Truncated<Inner>, Truncated> = true;

template <class P, template <class> class Truncated>
std::unique_ptr<Force<P>> truncated_force(const Stream& stream,
                                          const AnyPairTable<typename P::Real>& table) {
    return std::visit(
        [&stream](const auto& typed) -> std::unique_ptr<Force<P>> {
            using Potential = typename std::decay_t<decltype(typed)>::potential_type;
            if constexpr (truncated_by<Potential, Truncated>)
                return std::make_unique<PairForce<P, Potential>>(stream, typed);
            else
                return nullptr;
        },
        table);
}

} // namespace mdsim
