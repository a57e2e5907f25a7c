// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_small_system.hpp"

#include "core/contract.hpp"

namespace mdsim {

SystemParts parts_of(const SmallSystem& system, const Communicator& comm,
                     const Processor& processor) {
    MDSIM_EXPECT(!system.position.empty() && system.pair.cutoff > 0);
    MDSIM_EXPECT(system.box.volume() > 0);
    constexpr double skin_share = 0.1; // of the cutoff; any will do, as nothing moves
    ForceFieldSpec spec;
    spec.species = {"A"};
    spec.pairs = {{"built in", 0, 0, system.pair}};
    spec.tail_correction = system.tail_correction;
    ForceField field(spec);
    Structure structure;
    structure.box = system.box;
    structure.species = {{"A", 1.0, 0.0}};
    structure.total = static_cast<std::int64_t>(system.position.size());
    const IdBlock block = IdBlock::of(structure.total, comm.rank(), comm.size());
    for (ParticleId id = block.first; id < block.last; ++id) {
        structure.id.push_back(id);
        structure.type.push_back(0);
        structure.position.push_back(system.position[static_cast<std::size_t>(id)]);
    }
    const double cutoff = field.largest_cutoff();
    const std::vector<Species> species = structure.species;
    const std::vector<std::int64_t> count{structure.total};
    return {Units(UnitSystem::lj),
            std::move(structure),
            species,
            count,
            std::move(field),
            cutoff,
            {skin_share * cutoff},
            0,
            {},
            processor};
}

StageSettings single_point_stage() {
    StageSettings stage;
    stage.time_step = 0.001;
    return stage;
}

} // namespace mdsim
