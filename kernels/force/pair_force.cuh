// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/contract.hpp"
#include "kernels/force/advance_ending.cuh"
#include "kernels/force/force.hpp"
#include "kernels/force/potential_curve.hpp"
#include "kernels/force/store_ending.cuh"
#include "kernels/force/walk.cuh"
#include "kernels/neighbor/build_lists.hpp"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/overlapped.hpp"

namespace mdsim {

/// The force of one potential between pairs, with its table on the device.
template <class P, class Potential> class PairForce final : public Force<P> {
  public:
    using Real = typename P::Real;

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

    void store(const Stream& stream, const WalkArgs<P>& args,
               DeviceSums<pair_sums>* totals) const override {
        if (totals != nullptr)
            launch<ReadOnce>(stream, args, Store<P, true>{totals});
        else
            launch<ReadOnce>(stream, args, Store<P, false>{nullptr});
    }

    void complete(const Stream& stream, const WalkArgs<P>& args,
                  const CompleteArgs<P>& complete) const override {
        launch<ReadOnce>(stream, args, Complete<P>{complete});
    }

    void advance(const Stream& stream, const WalkArgs<P>& args,
                 const AdvanceArgs<P>& advance) const override {
        if (advance.motions.one.thermal)
            launch_advance<true>(stream, args, advance);
        else
            launch_advance<false>(stream, args, advance);
    }

    std::size_t bytes() const override {
        return entries_.bytes() + samples_.bytes() + pieces_.bytes();
    }

  private:
    using Reduced = typename ReducedPotential<Potential>::type;

    void make_curve(const Stream& stream, const PairTable<Potential>& table) {
        const StoredCurve stored = potential_curve(AnyPairTable<float>(table));
        if (stored.pieces.empty()) return;
        pieces_ = stream.copy_of(stored.pieces);
        curve_ = stored.curve;
        curve_.piece = pieces_.data();
    }

    static constexpr std::size_t most_j_atoms =
        (largest_window + bank_classes) * sizeof(Vec4<Real>);
    static constexpr std::size_t largest_curve =
        may_have_curve<Potential> ? most_curve_pieces * sizeof(CurvePiece) : 0;
    static constexpr std::size_t ample_static = potential_cache_bytes + 2048;
    static_assert(most_j_atoms + largest_curve + ample_static <= least_shared_memory_of_block);

    template <bool thermal>
    void launch_advance(const Stream& stream, const WalkArgs<P>& args,
                        const AdvanceArgs<P>& advance) const {
        const Advance<P, thermal> ending{advance.view, advance.motions, advance.sent};
        if (advance.overlaps)
            launch<ReadAhead>(stream, args, ending);
        else
            launch<ReadOnce>(stream, args, ending);
    }

    template <class Reading, class Ending>
    void launch(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            launch_potential<true, Reduced, Reading>(
                stream, args, {only_, nullptr, types_, samples_.data(), units_, curve_}, ending);
        else
            launch_potential<false, Potential, Reading>(
                stream, args, {first_, entries_.data(), types_, samples_.data(), {}, curve_},
                ending);
    }

    template <bool one_type, class Used, class Reading, class Ending>
    void launch_potential(const Stream& stream, const WalkArgs<P>& args,
                          DevicePotentials<Used> table, const Ending& ending) const {
        MDSIM_EXPECT(args.potential < args.lists.potentials);
        MDSIM_EXPECT(args.lists.threads <= 256 && args.lists.window <= largest_window);
        const bool images = args.lists.slot_image != nullptr;
        const auto kernel = images ? walk_tiles<P, Used, one_type, true, Reading, Ending>
                                   : walk_tiles<P, Used, one_type, false, Reading, Ending>;
        const std::size_t j_atoms = (args.lists.window + bank_classes) * sizeof(Vec4<Real>);
        table.curve.at = static_cast<std::uint32_t>(j_atoms);
        const LaunchShape shape{args.lists.tile_count, args.lists.threads,
                                j_atoms + pieces_.size() * sizeof(CurvePiece)};
        take_shared_memory(kernel, shape.shared_bytes);
        launch_kernel(stream, shape, Reading::overlaps, kernel, args, table, ending);
    }

    /// Lets a kernel have so much shared memory a block.
    template <class Kernel> void take_shared_memory(Kernel kernel, std::size_t bytes) const {
        check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        static_cast<int>(bytes)),
                   "setting the shared memory of a force kernel");
        if constexpr (Potential::uses_samples) {
            // Samples are read at random: fewer blocks leave room for them in the cache of the SM.
            const int percent = pieces_.size() > 0 ? int{cudaSharedmemCarveoutMaxShared}
                                                   : shared_memory_percent(3 * bytes);
            check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                            percent),
                       "setting the shared memory of a force kernel");
        }
    }

    /// The part of an SM's shared memory that so many bytes are [percent].
    int shared_memory_percent(std::size_t bytes) const {
        return static_cast<int>(std::min<std::size_t>(100, (100 * bytes + of_sm_ - 1) / of_sm_));
    }

    std::size_t of_sm_ = shared_memory_of_multiprocessor();
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
