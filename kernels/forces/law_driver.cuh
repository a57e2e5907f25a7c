// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <variant>
#include <vector>

#include "kernels/forces/law_driver.hpp"
#include "kernels/forces/walk_turn.cuh"
#include "kernels/runtime/cooperative.hpp"

namespace mdsim {

/// The kernels of one law, and its table on the device.
template <class P, class Law> class TypedLawDriver final : public LawDriver<P> {
  public:
    using Real = typename P::Real;

    TypedLawDriver(const Stream& stream, const PairTable<Law>& table) : types_(table.types) {
        std::vector<LawEntry<Law>> entries;
        for (std::size_t i = 0; i < table.law.size(); ++i)
            entries.push_back({table.law[i], table.cutoff_squared[i]});
        entries_ = stream.copy_of(entries);
        samples_ = stream.copy_of(table.samples);
        only_.push_back(entries.front());
    }

    void store(const Stream& stream, const WalkArgs<P>& args,
               DeviceSums<pair_sums>* totals) const override {
        if (totals != nullptr)
            launch(stream, args, Store<P, true>{totals});
        else
            launch(stream, args, Store<P, false>{nullptr});
    }

    void advance(const Stream& stream, const WalkArgs<P>& args,
                 const AdvanceArgs<P>& advance) const override {
        with_motion(advance, [&](const auto& ending) { launch(stream, args, ending); });
    }

    bool advance_turn(const Stream& stream, const WalkArgs<P>& args,
                      const AdvanceArgs<P>& advance) const override {
        bool done = false;
        with_motion(advance, [&](const auto& ending) { done = launch_turn(stream, args, ending); });
        return done;
    }

    std::size_t bytes() const override { return entries_.bytes() + samples_.bytes(); }

  private:
    template <class Use> static void with_motion(const AdvanceArgs<P>& advance, const Use& use) {
        std::visit(
            [&](const auto& motion) {
                using Motion = std::decay_t<decltype(motion)>;
                use(Advance<P, Motion>{advance.view, motion,
                                       static_cast<const Motion*>(advance.of_step)});
            },
            advance.motion);
    }

    template <class Ending>
    void launch(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        const bool images = args.lists.slot_image != nullptr;
        const auto kernel = types_ == 1 ? (images ? walk_tiles<P, Law, true, true, Ending>
                                                  : walk_tiles<P, Law, true, false, Ending>)
                                        : (images ? walk_tiles<P, Law, false, true, Ending>
                                                  : walk_tiles<P, Law, false, false, Ending>);
        const std::size_t bytes = take_shared_memory(kernel, args);
        kernel<<<args.lists.tile_count, args.lists.threads, bytes, stream.get()>>>(args, table(),
                                                                                   ending);
        check_launch("walk_tiles");
    }

    template <class Ending>
    bool launch_turn(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        const bool images = args.lists.slot_image != nullptr;
        const auto kernel = types_ == 1 ? (images ? walk_turn<P, Law, true, true, Ending>
                                                  : walk_turn<P, Law, true, false, Ending>)
                                        : (images ? walk_turn<P, Law, false, true, Ending>
                                                  : walk_turn<P, Law, false, false, Ending>);
        const LaunchShape shape{args.lists.tile_count, args.lists.threads,
                                take_shared_memory(kernel, args)};
        if (!fits_at_once(reinterpret_cast<const void*>(kernel), shape)) return false;
        launch_cooperative(stream, shape, kernel, args, table(), ending);
        return true;
    }

    /// Lets a kernel have the shared memory of a window [bytes].
    template <class Kernel>
    static std::size_t take_shared_memory(Kernel kernel, const WalkArgs<P>& args) {
        const std::size_t bytes = (args.lists.window + bank_classes) * sizeof(Vec4<Real>);
        check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        static_cast<int>(bytes)),
                   "setting the shared memory of a force kernel");
        return bytes;
    }

    LawTable<Law> table() const { return {only_.front(), entries_.data(), types_, samples_.data()}; }

    std::uint32_t types_;
    std::vector<LawEntry<Law>> only_; ///< the first entry, on the host
    Buffer<LawEntry<Law>, Device> entries_;
    Buffer<Real, Device> samples_;
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
