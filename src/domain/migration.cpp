// SPDX-License-Identifier: BSD-3-Clause
#include "domain/migration.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "domain/redistribute.hpp"
#include "domain/route.hpp"

namespace mdsim {

namespace {

constexpr std::size_t most_ids_named = 10;

/// The ids of this rank's block that occur on no rank, then those that occur twice or more.
std::vector<ParticleId> faulty_ids(std::span<const ParticleId> owned, std::int64_t total,
                                   const Communicator& comm) {
    std::vector<Rank> holder(owned.size());
    for (std::size_t i = 0; i < owned.size(); ++i)
        holder[i] =
            id_block_holder(std::clamp<ParticleId>(owned[i], 0, total - 1), total, comm.size());
    const IdBlock block = IdBlock::of(total, comm.rank(), comm.size());
    std::vector<int> seen(static_cast<std::size_t>(block.size()), 0);
    std::vector<ParticleId> faulty;
    for (const ParticleId id : Route(comm, holder).carry(owned)) {
        if (!block.contains(id) || ++seen[static_cast<std::size_t>(id - block.first)] == 2)
            faulty.push_back(id);
    }
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i] == 0) faulty.push_back(block.first + static_cast<ParticleId>(i));
    std::sort(faulty.begin(), faulty.end());
    faulty.resize(std::min(faulty.size(), most_ids_named));
    return faulty;
}

std::string listed(const std::vector<std::vector<std::byte>>& parts) {
    std::string text;
    std::size_t named = 0;
    for (const std::vector<std::byte>& part : parts)
        for (std::size_t at = 0; at + sizeof(ParticleId) <= part.size(); at += sizeof(ParticleId)) {
            ParticleId id = 0;
            std::memcpy(&id, part.data() + at, sizeof id);
            if (named++ < most_ids_named) text += (text.empty() ? "" : ", ") + std::to_string(id);
        }
    return text;
}

} // namespace

template <class P>
Migrated<P> migrate(const Partition& partition, std::span<const AtomRecord<P>> leaving,
                    const Communicator& comm) {
    MDSIM_REQUIRE(partition.ranks() == comm.size());
    std::vector<Rank> destination(leaving.size());
    for (std::size_t i = 0; i < leaving.size(); ++i)
        destination[i] = partition.owner_of(leaving[i].site);
    const Route route(comm, destination);
    return {route.carry(leaving), route.sent(), route.received()};
}

template Migrated<MixedPrecision>
migrate(const Partition&, std::span<const AtomRecord<MixedPrecision>>, const Communicator&);
template Migrated<DoublePrecision>
migrate(const Partition&, std::span<const AtomRecord<DoublePrecision>>, const Communicator&);

void check_conservation(std::span<const ParticleId> owned, std::int64_t total,
                        const Communicator& comm) {
    if (comm.sum_of(static_cast<std::int64_t>(owned.size())) != total)
        throw_lost_atoms(owned, total, comm);
}

void throw_lost_atoms(std::span<const ParticleId> owned, std::int64_t total,
                      const Communicator& comm) {
    const std::int64_t found = comm.sum_of(static_cast<std::int64_t>(owned.size()));
    const std::vector<ParticleId> faulty = faulty_ids(owned, total, comm);
    const std::string ids = comm.broadcast(listed(comm.gather(std::as_bytes(std::span(faulty)))));
    throw PhysicsError("the ranks own " + std::to_string(found) + " atoms together instead of " +
                       std::to_string(total) + "; lost or doubled: " + ids);
}

} // namespace mdsim
