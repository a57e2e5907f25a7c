// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "core/contract.hpp"
#include "kernels/force/launch_walk.cuh"
#include "kernels/force/moment_ending.cuh"
#include "kernels/force/moment_share.cuh"
#include "kernels/force/moment_walk.cuh"
#include "kernels/force/walked_force.cuh"
#include "physics/functional/functional_table.hpp"

namespace mdsim {

/// The force of one moment functional, with its table on the device: a round of moments and slopes,
/// and a walk over the same lists.
template <class P, class M> class MomentForce final : public WalkedForce<P, MomentForce<P, M>> {
  public:
    using Real = typename P::Real;

    MomentForce(const Stream& stream, const FunctionalTable<M>& table)
        : types_(table.types), only_{table.functional.front(), table.cutoff_squared.front()} {
        MDSIM_EXPECT(types_ > 0 && types_ <= most_tagged_types);
        MDSIM_EXPECT(table.functional.size() == std::size_t{table.types} * table.types);
        std::vector<PotentialEntry<M>> entries;
        for (std::size_t i = 0; i < table.functional.size(); ++i)
            entries.push_back({table.functional[i], table.cutoff_squared[i]});
        entries_ = stream.copy_of(entries);
        samples_ = stream.copy_of(table.samples);
        std::vector<MomentEmbedding<M>> embedding;
        for (TypeId type = 0; type < table.types; ++type)
            embedding.push_back({table.embedding[type], table.serves(type)});
        embedding_ = stream.copy_of(embedding);
        embedding_samples_ = stream.copy_of(table.embedding_samples);
    }

    bool has_round() const override { return true; }
    std::size_t channel_width() const override { return moment_channel_width; }

    void prepare(const Stream& stream, const WalkArgs<P>& args,
                 const RoundArgs<P>& round) const override {
        if (round.totals != nullptr)
            sum<ReadOnce>(stream, args, embedding<true>(round));
        else if (round.overlaps)
            sum<ReadAhead>(stream, args, embedding<false>(round));
        else
            sum<ReadOnce>(stream, args, embedding<false>(round));
    }

    template <class Reading, class Ending>
    void launch(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            walk<MomentForceWalk<P, M, true>, Reading>(stream, args, ending);
        else
            walk<MomentForceWalk<P, M, false>, Reading>(stream, args, ending);
    }

    void add_shares(const Stream& stream, const WalkArgs<P>& args,
                    AtomShare<P>* share) const override {
        MDSIM_EXPECT(share != nullptr);
        sum<ReadOnce>(stream, args, AddMomentEnergy<P, M>{embeddings(), share});
        walk<MomentShareWalk<P, M>, ReadOnce>(stream, args, AddMomentShare<P>{share});
    }

    std::size_t bytes() const override {
        return entries_.bytes() + samples_.bytes() + embedding_.bytes() +
               embedding_samples_.bytes();
    }

  private:
    MomentEmbeddings<M> embeddings() const {
        return {embedding_.data(), embedding_samples_.data(), types_};
    }
    template <bool energies> EmbedMoments<P, M, energies> embedding(const RoundArgs<P>& r) const {
        return {embeddings(), r};
    }

    template <class Reading, class Ending>
    void sum(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (types_ == 1)
            walk<MomentWalk<P, M, true>, Reading>(stream, args, ending);
        else
            walk<MomentWalk<P, M, false>, Reading>(stream, args, ending);
    }

    template <class Walk, class Reading, class Ending>
    void walk(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        MDSIM_EXPECT(args.channel.value != nullptr && args.channel.width == moment_channel_width);
        const DeviceMoments<P, M> table{only_, entries_.data(), types_, samples_.data(),
                                        args.channel};
        WalkMemory memory = walk_memory(args, 0);
        if (M::uses_samples) memory.carveout = percent_for_few_blocks(memory);
        launch_walk<Walk, Reading>(stream, args, table, memory, ending);
    }

    std::uint32_t types_;
    PotentialEntry<M> only_; ///< the first entry, on the host
    Buffer<PotentialEntry<M>, Device> entries_;
    Buffer<Real, Device> samples_;
    Buffer<MomentEmbedding<M>, Device> embedding_; ///< of each type
    Buffer<double, Device> embedding_samples_;
};

template <class P>
std::unique_ptr<Force<P>> make_moment_force(const Stream& stream,
                                            const AnyMomentTable<typename P::Real>& table) {
    return std::visit(
        [&]<class M>(const FunctionalTable<M>& typed) -> std::unique_ptr<Force<P>> {
            return std::make_unique<MomentForce<P, M>>(stream, typed);
        },
        table);
}

} // namespace mdsim
