// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_state.hpp"

#include <cmath>
#include <cstring>
#include <span>

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "domain/redistribute.hpp"
#include "session/state_blocks.hpp"
#include "setup/make_simulation.hpp"

namespace mdsim {

namespace {

/// Keeps the thermodynamics of the steps it asks for.
class Recorder final : public Observer {
  public:
    explicit Recorder(std::int64_t every) : every_(every) {}

    StepNeeds needs(Step step) const override { return {every_ > 0 && step % every_ == 0, false}; }
    void observe(const Observation& seen) override {
        if (seen.needs.energy || seen.stage_ends) seen_.push_back(seen.thermo);
    }
    Request request(Step) override { return Request::none; }

    const std::vector<Thermo>& seen() const { return seen_; }

  private:
    std::int64_t every_;
    std::vector<Thermo> seen_;
};

/// Brings the blocks of all ranks, which follow each other, to rank 0.
template <class T> std::vector<T> on_root(const std::vector<T>& block, const Communicator& comm) {
    std::vector<T> all;
    for (const std::vector<std::byte>& bytes :
         comm.gather(std::as_bytes(std::span<const T>(block)))) {
        MDSIM_REQUIRE(bytes.size() % sizeof(T) == 0);
        const std::size_t old = all.size();
        all.resize(old + bytes.size() / sizeof(T));
        if (!bytes.empty()) std::memcpy(all.data() + old, bytes.data(), bytes.size());
    }
    return all;
}

/// The forces of this rank's block of ids, in full precision.
template <class P>
std::vector<Vec3<double>> force_block(const AtomView<P>& atoms, const Communicator& comm) {
    std::vector<ParticleId> id;
    std::vector<Vec3<double>> force;
    for (const LocalCell& cell : atoms.cells->cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const auto& f = atoms.particles->force[i];
            id.push_back(atoms.particles->id[i]);
            force.push_back({f.x, f.y, f.z});
        }
    }
    const BlockDelivery delivery(comm, atoms.domain->total_atoms, id);
    return delivery.to_blocks(std::span<const Vec3<double>>(force));
}

/// A small signed distance as a number of edges.
template <class Fraction> double signed_edges(Fraction moved) {
    return std::ldexp(static_cast<double>(moved), -fraction_bits<Fraction>);
}

template <class Fraction> double edges_along(Fraction at, Fraction moved, std::int32_t image) {
    return to_double(at) + signed_edges(moved) + image;
}

} // namespace

template <class P>
EngineState run_engine(const StageSettings& stage, const SystemParts& parts,
                       const Communicator& comm, std::int64_t thermo_every) {
    const auto simulation = make_simulation<P>(parts, comm);
    simulation->start(make_records<P>(parts.structure));
    Recorder recorder(thermo_every);
    simulation->run(stage, recorder);
    EngineState state;
    state.thermo = recorder.seen();
    state.force = on_root(force_block(simulation->atoms(), comm), comm);
    CheckpointBlock<P> block;
    fill_checkpoint(*simulation->table(), block);
    std::vector<Vec3<double>> position;
    std::vector<Vec3<double>> velocity;
    for (std::size_t i = 0; i < block.reference.size(); ++i) {
        const auto& at = block.reference[i];
        const auto& moved = block.moved[i];
        const auto& image = block.image[i];
        position.push_back(parts.structure.box.to_position({edges_along(at.x, moved.x, image.x),
                                                            edges_along(at.y, moved.y, image.y),
                                                            edges_along(at.z, moved.z, image.z)}));
        velocity.push_back({block.velocity[i].x, block.velocity[i].y, block.velocity[i].z});
    }
    state.position = on_root(position, comm);
    state.velocity = on_root(velocity, comm);
    MDSIM_ENSURE(!state.thermo.empty());
    MDSIM_ENSURE(!comm.is_root() || std::ssize(state.force) == parts.structure.total);
    MDSIM_ENSURE(state.position.size() == state.force.size());
    return state;
}

template EngineState run_engine<MixedPrecision>(const StageSettings&, const SystemParts&,
                                                const Communicator&, std::int64_t);
template EngineState run_engine<DoublePrecision>(const StageSettings&, const SystemParts&,
                                                 const Communicator&, std::int64_t);

} // namespace mdsim
