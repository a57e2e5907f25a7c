// SPDX-License-Identifier: BSD-3-Clause
#include "session/resumed_atoms.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr ParticleId no_id = std::numeric_limits<ParticleId>::max();

constexpr const char* bring_back = "Bring back the file of [system.file] as it was, with its atoms "
                                   "in their order";

/// Atoms that are not the same on both sides.
struct Differing {
    std::int64_t count = 0;
    ParticleId first = no_id;
    std::int64_t was = 0; ///< what the checkpoint and the input say of the first
    std::int64_t now = 0;

    void add(ParticleId id, std::int64_t in_checkpoint, std::int64_t in_input) {
        ++count;
        if (id > first) return;
        first = id;
        was = in_checkpoint;
        now = in_input;
    }

    /// Those of all ranks.
    Differing together(const Communicator& comm) const {
        Differing all;
        all.count = comm.sum_of(count);
        all.first = comm.min_of(first);
        const bool here = first == all.first && count > 0;
        all.was = comm.sum_of(here ? was : std::int64_t{0});
        all.now = comm.sum_of(here ? now : std::int64_t{0});
        return all;
    }
};

Differing species_that_differ(const ResumedAtoms& atoms, const Structure& structure,
                              const IdBlock& block) {
    MDSIM_EXPECT(structure.type.size() == structure.id.size());
    Differing differing;
    for (std::size_t i = 0; i < structure.id.size(); ++i) {
        const ParticleId id = structure.id[i];
        MDSIM_REQUIRE(block.contains(id));
        const std::int64_t was = atoms.type[static_cast<std::size_t>(id - block.first)];
        const std::int64_t now = structure.type[i];
        if (was != now) differing.add(id, was, now);
    }
    return differing;
}

Differing labels_that_differ(const AtomLabels& was, const AtomLabels& now, const IdBlock& block) {
    Differing differing;
    if (was.in_order() && now.in_order() && was.first() == now.first()) return differing;
    for (ParticleId id = block.first; id < block.last; ++id)
        if (was.of(id) != now.of(id)) differing.add(id, was.of(id), now.of(id));
    return differing;
}

std::string species_name(const SystemParts& parts, std::int64_t type) {
    const auto t = static_cast<std::size_t>(type);
    return t < parts.species.size() ? parts.species[t].name : fmt::format("number {}", type);
}

} // namespace

void check_same_atoms(const ResumedAtoms& atoms, const SystemParts& parts,
                      const Communicator& comm) {
    const Structure& structure = parts.structure;
    const IdBlock block = IdBlock::of(structure.total, comm.rank(), comm.size());
    MDSIM_EXPECT(static_cast<std::int64_t>(atoms.type.size()) == block.size());
    const Differing labels =
        atoms.has_labels ? labels_that_differ(atoms.labels, structure.labels, block).together(comm)
                         : Differing();
    if (labels.count > 0)
        throw InputError(
            "--resume",
            fmt::format("{} of {} atoms have other numbers in the input than in the checkpoint, "
                        "the first of them {} instead of {}. {}",
                        labels.count, structure.total, labels.now, labels.was, bring_back));
    const Differing species = species_that_differ(atoms, structure, block).together(comm);
    if (species.count == 0) return;
    const ParticleId label = atoms.labels.find(species.first, comm);
    throw InputError(
        "--resume",
        fmt::format(
            "{} of {} atoms have another species in the input than in the checkpoint, the "
            "first of them atom {}: {} instead of {}. {}{}",
            species.count, structure.total, label, species_name(parts, species.now),
            species_name(parts, species.was), bring_back,
            atoms.has_labels
                ? ""
                : ". This run was started by an earlier version of mdsim, which passed over "
                  "a column id of extended XYZ: give that column another name in "
                  "Properties"));
}

} // namespace mdsim
