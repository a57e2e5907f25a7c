// SPDX-License-Identifier: BSD-3-Clause
#include "session/measures/measured_atoms.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "session/measures/make_measures.hpp"

namespace mdsim {

namespace {

/// Calls take(block, values) for the blocks of all ranks in the order of ids, on every rank.
template <class T, class Take>
void for_each_block(std::span<const T> mine, std::int64_t total, const Communicator& comm,
                    const Take& take) {
    std::vector<T> values;
    for (Rank rank = 0; rank < comm.size(); ++rank) {
        const IdBlock block = IdBlock::of(total, rank, comm.size());
        values.resize(static_cast<std::size_t>(block.size()));
        if (rank == comm.rank()) std::copy(mine.begin(), mine.end(), values.begin());
        comm.broadcast(std::as_writable_bytes(std::span(values)), rank);
        take(block, std::span<const T>(values));
    }
}

/// The types of all atoms, which never change.
std::vector<TypeId> all_types(const Structure& structure, const Communicator& comm) {
    const IdBlock block = IdBlock::of(structure.total, comm.rank(), comm.size());
    std::vector<TypeId> mine(static_cast<std::size_t>(block.size()));
    for (std::size_t i = 0; i < structure.id.size(); ++i) {
        MDSIM_REQUIRE(block.contains(structure.id[i]));
        mine[static_cast<std::size_t>(structure.id[i] - block.first)] = structure.type[i];
    }
    std::vector<TypeId> all;
    for_each_block(std::span<const TypeId>(mine), structure.total, comm,
                   [&](const IdBlock&, std::span<const TypeId> types) {
                       all.insert(all.end(), types.begin(), types.end());
                   });
    return all;
}

} // namespace

template <class P>
MeasuredAtoms<P>::MeasuredAtoms(const RunContext& run, AnySimulation<P>& simulation)
    : run_(&run), simulation_(&simulation), measures_(make_measures(*run.config, *run.parts)) {
    const bool wants_types = std::any_of(measures_.begin(), measures_.end(),
                                         [](const auto& m) { return m->wants_types(); });
    if (wants_types) types_ = all_types(run.parts->structure, *run.comm);
}

template <class P> const Measure& MeasuredAtoms<P>::look(const std::string& name) {
    const auto found = std::find_if(measures_.begin(), measures_.end(),
                                    [&](const auto& m) { return m->name() == name; });
    MDSIM_REQUIRE(found != measures_.end());
    if (simulation_->progress().step != step_) gather_places();
    if (looked_.insert(name).second) {
        const Communicator& comm = *run_->comm;
        (*found)->look({&*search_, types_,
                        IdBlock::of(run_->parts->structure.total, comm.rank(), comm.size())});
    }
    return **found;
}

template <class P> void MeasuredAtoms<P>::gather_places() {
    using Fraction = typename P::Fraction;
    const Box& box = simulation_->box().now;
    Buffer<Vec3<Fraction>, Host> mine;
    simulation_->table()->fill(column::Place{}, mine);
    search_.reset();
    std::vector<Vec3<double>> places(static_cast<std::size_t>(run_->parts->structure.total));
    const auto take = [&](const IdBlock& block, std::span<const Vec3<Fraction>> fractions) {
        const auto first = static_cast<std::size_t>(block.first);
        for (std::size_t i = 0; i < fractions.size(); ++i) {
            const Vec3<Fraction>& s = fractions[i];
            places[first + i] =
                Vec3<double>{to_double(s.x), to_double(s.y), to_double(s.z)} * box.edges;
        }
    };
    for_each_block(std::as_const(mine).span(), run_->parts->structure.total, *run_->comm, take);
    search_.emplace(box, places);
    step_ = simulation_->progress().step;
    looked_.clear();
}

template class MeasuredAtoms<MixedPrecision>;
template class MeasuredAtoms<DoublePrecision>;

} // namespace mdsim
