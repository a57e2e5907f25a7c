// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/contract.hpp"
#include "kernels/force/embed_ending.cuh"
#include "kernels/force/functional_share_walk.cuh"
#include "kernels/force/functional_walk.cuh"
#include "kernels/force/launch_walk.cuh"
#include "kernels/force/share_ending.cuh"
#include "kernels/force/walked_force.cuh"
#include "physics/curve/functional_curves.hpp"

namespace mdsim {

/// A curve with its pieces on the device; none where it has none.
struct DeviceCurve {
    DeviceCurve() = default;
    DeviceCurve(const Stream& stream, const StoredRadialCurve& stored)
        : curve(stored.curve), pieces(stream.copy_of(stored.pieces)) {
        curve.piece = pieces.size() > 0 ? pieces.data() : nullptr;
    }

    RadialCurve curve;
    Buffer<CurvePiece, Device> pieces;
};

/// The force of one pair functional, with its table on the device: a round of densities and slopes,
/// and a walk over the same lists.
template <class P, class Functional>
class FunctionalForce final : public WalkedForce<P, FunctionalForce<P, Functional>> {
  public:
    using Real = typename P::Real;

    FunctionalForce(const Stream& stream, const FunctionalTable<Functional>& table,
                    const FunctionalCurves& curves = {})
        : types_(table.types), only_{table.functional.front(), table.cutoff_squared.front()},
          densities_(stream, curves.density), forces_(stream, curves.force) {
        MDSIM_EXPECT(table.functional.size() == std::size_t{table.types} * table.types);
        MDSIM_EXPECT(table.cutoff_squared.size() == table.functional.size());
        MDSIM_EXPECT(table.embedding.size() == table.types);
        std::vector<PotentialEntry<Functional>> entries;
        for (std::size_t i = 0; i < table.functional.size(); ++i)
            entries.push_back({table.functional[i], table.cutoff_squared[i]});
        entries_ = stream.copy_of(entries);
        samples_ = stream.copy_of(table.samples);
        std::vector<TypeEmbedding<Functional>> embedding;
        for (TypeId type = 0; type < table.types; ++type)
            embedding.push_back({table.embedding[type], table.serves(type)});
        embedding_ = stream.copy_of(embedding);
        only_embedding_ = embedding.front();
        embedding_samples_ = stream.copy_of(table.embedding_samples);
    }

    bool has_round() const override { return true; }

    void prepare(const Stream& stream, const WalkArgs<P>& args,
                 const RoundArgs<P>& round) const override {
        MDSIM_EXPECT(args.channel.value != nullptr);
        if (round.totals != nullptr)
            embed<ReadOnce>(stream, args, Embed<P, Functional, true>{table(), round});
        else if (round.overlaps)
            embed<ReadAhead>(stream, args, Embed<P, Functional, false>{table(), round});
        else
            embed<ReadOnce>(stream, args, Embed<P, Functional, false>{table(), round});
    }

    template <class Reading, class Ending>
    void launch(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            launch_any<EmbeddedWalk<P, Functional, true>, Reading>(stream, args, forces_, ending);
        else
            launch_any<EmbeddedWalk<P, Functional, false>, Reading>(stream, args, forces_, ending);
    }

    void add_shares(const Stream& stream, const WalkArgs<P>& args,
                    AtomShare<P>* share) const override {
        MDSIM_EXPECT(args.channel.value != nullptr && share != nullptr);
        embed<ReadOnce>(stream, args, AddEmbedding<P, Functional>{table(), share});
        const DeviceCurve no_curve;
        const AddShare<P> ending{share};
        if (types_ == 1)
            launch_any<FunctionalShareWalk<P, Functional, true>, ReadOnce>(stream, args, no_curve,
                                                                           ending);
        else
            launch_any<FunctionalShareWalk<P, Functional, false>, ReadOnce>(stream, args, no_curve,
                                                                            ending);
    }

    std::size_t bytes() const override {
        return entries_.bytes() + samples_.bytes() + embedding_.bytes() +
               embedding_samples_.bytes() + densities_.pieces.bytes() + forces_.pieces.bytes();
    }

  private:
    static constexpr std::size_t largest_curve =
        std::is_same_v<Real, float> ? 2 * most_radial_pieces * sizeof(CurvePiece) : 0;
    static_assert(most_j_atoms<Real> + largest_curve + potential_cache_bytes + 2048 <=
                  least_shared_memory_of_block);

    EmbeddingTable<Functional> table() const {
        return {only_embedding_, embedding_.data(), embedding_samples_.data(), types_};
    }

    template <class Reading, class Ending>
    void embed(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            launch_any<DensityWalk<P, Functional, true>, Reading>(stream, args, densities_, ending);
        else
            launch_any<DensityWalk<P, Functional, false>, Reading>(stream, args, densities_,
                                                                   ending);
    }

    template <class Walk, class Reading, class Ending>
    void launch_any(const Stream& stream, const WalkArgs<P>& args, const DeviceCurve& stored,
                    const Ending& ending) const {
        RadialCurve curve = stored.curve;
        curve.at = static_cast<std::uint32_t>(walk_memory(args, 0).bytes);
        WalkMemory memory = walk_memory(args, stored.pieces.size() * sizeof(CurvePiece));
        if (stored.pieces.size() == 0 && Functional::uses_samples)
            memory.carveout = percent_for_few_blocks(memory);
        const DeviceFunctionals<Functional> table{only_, entries_.data(), types_, samples_.data(),
                                                  curve};
        launch_walk<Walk, Reading>(stream, args, table, memory, ending);
    }

    std::uint32_t types_;
    PotentialEntry<Functional> only_; ///< the first entry, on the host
    Buffer<PotentialEntry<Functional>, Device> entries_;
    Buffer<Real, Device> samples_;
    TypeEmbedding<Functional> only_embedding_;            ///< the first, on the host
    Buffer<TypeEmbedding<Functional>, Device> embedding_; ///< of each type
    Buffer<double, Device> embedding_samples_;
    DeviceCurve densities_; ///< of floats, where there is one type
    DeviceCurve forces_;    ///< likewise
};

template <class P>
std::unique_ptr<Force<P>> make_functional_force(const Stream& stream,
                                                const AnyFunctionalTable<typename P::Real>& table) {
    FunctionalCurves curves;
    if constexpr (std::is_same_v<typename P::Real, float>) curves = functional_curves(table);
    return std::visit(
        [&](const auto& typed) -> std::unique_ptr<Force<P>> {
            using Functional = typename std::decay_t<decltype(typed)>::functional_type;
            return std::make_unique<FunctionalForce<P, Functional>>(stream, typed, curves);
        },
        table);
}

} // namespace mdsim
