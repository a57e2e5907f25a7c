// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "kernels/forces/law_curve.hpp"
#include "kernels/forces/law_driver.hpp"
#include "kernels/forces/walk.cuh"
#include "kernels/lists/build_lists.hpp"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/overlapped.hpp"

namespace mdsim {

/// The kernels of one law, and its table on the device.
template <class P, class Law> class TypedLawDriver final : public LawDriver<P> {
  public:
    using Real = typename P::Real;

    TypedLawDriver(const Stream& stream, const PairTable<Law>& table)
        : types_(table.types), first_{table.law.front(), table.cutoff_squared.front()},
          only_{ReducedLaw<Law>::of(first_.law), first_.cutoff2},
          units_(ReducedLaw<Law>::units(first_.law)) {
        std::vector<LawEntry<Law>> entries;
        for (std::size_t i = 0; i < table.law.size(); ++i)
            entries.push_back({table.law[i], table.cutoff_squared[i]});
        entries_ = stream.copy_of(entries);
        samples_ = stream.copy_of(table.samples);
        if constexpr (may_have_curve<Law>) {
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

    void advance(const Stream& stream, const WalkArgs<P>& args,
                 const AdvanceArgs<P>& advance) const override {
        std::visit(
            [&](const auto& motion) {
                using Motion = std::decay_t<decltype(motion)>;
                const Advance<P, Motion> ending{advance.view, motion,
                                                static_cast<const Motion*>(advance.of_step),
                                                advance.sent};
                if (advance.overlaps)
                    launch<ReadAhead>(stream, args, ending);
                else
                    launch<ReadOnce>(stream, args, ending);
            },
            advance.motion);
    }

    std::size_t bytes() const override {
        return entries_.bytes() + samples_.bytes() + pieces_.bytes();
    }

  private:
    using Reduced = typename ReducedLaw<Law>::type;

    void make_curve(const Stream& stream, const PairTable<Law>& table) {
        const StoredCurve stored = law_curve(AnyPairTable<float>(table));
        if (stored.pieces.empty()) return;
        pieces_ = stream.copy_of(stored.pieces);
        curve_ = stored.curve;
        curve_.piece = pieces_.data();
    }

    static constexpr std::size_t largest_halo =
        (largest_window + bank_classes) * sizeof(Vec4<Real>);
    static constexpr std::size_t largest_curve =
        may_have_curve<Law> ? most_curve_pieces * sizeof(CurvePiece) : 0;
    static constexpr std::size_t ample_static = law_cache_bytes + 2048;
    static_assert(largest_halo + largest_curve + ample_static <= least_shared_memory_of_block);

    template <class Reading, class Ending>
    void launch(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            launch_law<true, Reduced, Reading>(
                stream, args, {only_, nullptr, types_, samples_.data(), units_, curve_}, ending);
        else
            launch_law<false, Law, Reading>(
                stream, args, {first_, entries_.data(), types_, samples_.data(), {}, curve_},
                ending);
    }

    template <bool one_type, class Used, class Reading, class Ending>
    void launch_law(const Stream& stream, const WalkArgs<P>& args, LawTable<Used> table,
                    const Ending& ending) const {
        const bool images = args.lists.slot_image != nullptr;
        const auto kernel = images ? walk_tiles<P, Used, one_type, true, Reading, Ending>
                                   : walk_tiles<P, Used, one_type, false, Reading, Ending>;
        const std::size_t halo = (args.lists.window + bank_classes) * sizeof(Vec4<Real>);
        table.curve.at = static_cast<std::uint32_t>(halo);
        const LaunchShape shape{args.lists.tile_count, args.lists.threads,
                                halo + pieces_.size() * sizeof(CurvePiece)};
        take_shared_memory(kernel, shape.shared_bytes);
        launch_kernel(stream, shape, Reading::overlaps, kernel, args, table, ending);
    }

    /// Lets a kernel have so much shared memory a block.
    template <class Kernel> void take_shared_memory(Kernel kernel, std::size_t bytes) const {
        check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        static_cast<int>(bytes)),
                   "setting the shared memory of a force kernel");
        if constexpr (Law::uses_samples) {
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
    LawEntry<Law> first_;    ///< the first entry, on the host
    LawEntry<Reduced> only_; ///< the same in its own units
    LawUnits<Real> units_;   ///< of it
    Buffer<LawEntry<Law>, Device> entries_;
    Buffer<Real, Device> samples_;
    ForceCurve curve_;
    Buffer<CurvePiece, Device> pieces_; ///< of the curve, if there is one
};

template <class Law, template <class> class Truncated> inline constexpr bool truncated_by = false;
template <class Inner, template <class> class Truncated>
inline constexpr bool truncated_by<Truncated<Inner>, Truncated> = true;

template <class P, template <class> class Truncated>
std::unique_ptr<LawDriver<P>> truncated_driver(const Stream& stream,
                                               const AnyPairTable<typename P::Real>& table) {
    return std::visit(
        [&stream](const auto& typed) -> std::unique_ptr<LawDriver<P>> {
            using Law = typename std::decay_t<decltype(typed)>::law_type;
            if constexpr (truncated_by<Law, Truncated>)
                return std::make_unique<TypedLawDriver<P, Law>>(stream, typed);
            else
                return nullptr;
        },
        table);
}

} // namespace mdsim
