// SPDX-License-Identifier: BSD-3-Clause
#include "domain/redistribute.hpp"

#include <cstring>

#include "core/contract.hpp"
#include "domain/migration.hpp"

namespace mdsim {

namespace {

std::vector<Rank> holders(std::span<const ParticleId> ids, std::int64_t total, int parts) {
    std::vector<Rank> holder(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) holder[i] = id_block_holder(ids[i], total, parts);
    return holder;
}

} // namespace

Rank id_block_holder(ParticleId id, std::int64_t total, int parts) {
    MDSIM_REQUIRE(0 <= id && id < total);
    return IdBlock::holder(id, total, parts);
}

BlockDelivery::BlockDelivery(const Communicator& comm, std::int64_t total,
                             std::span<const ParticleId> ids)
    : block_(IdBlock::of(total, comm.rank(), comm.size())),
      route_(comm, holders(ids, total, comm.size())) {
    check_conservation(ids, total, comm);
    std::vector<char> filled(static_cast<std::size_t>(block_.size()), 0);
    bool doubled = false;
    for (const ParticleId id : route_.carry(ids)) {
        const std::size_t place = static_cast<std::size_t>(id - block_.first);
        doubled = doubled || filled[place] != 0;
        filled[place] = 1;
        place_.push_back(place);
    }
    if (comm.max_of(doubled ? 1 : 0) != 0) throw_lost_atoms(ids, total, comm);
}

void BlockDelivery::to_blocks(std::span<const std::byte> rows, std::size_t row_bytes,
                              std::span<std::byte> block) const {
    MDSIM_REQUIRE(block.size() == static_cast<std::size_t>(block_.size()) * row_bytes);
    std::vector<std::byte> arrived(route_.arriving() * row_bytes);
    route_.carry(rows, row_bytes, arrived);
    for (std::size_t i = 0; i < place_.size() && row_bytes > 0; ++i)
        std::memcpy(block.data() + place_[i] * row_bytes, arrived.data() + i * row_bytes,
                    row_bytes);
}

} // namespace mdsim
