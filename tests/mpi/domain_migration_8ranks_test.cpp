// SPDX-License-Identifier: BSD-3-Clause
// Migration, delivery by id and load measurement, on groups of 1 to 8 ranks.
#include "support/catch.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "domain/balance.hpp"
#include "domain/choose_partition.hpp"
#include "domain/domain_cases.hpp"
#include "domain/migration.hpp"
#include "domain/piece_gather.hpp"
#include "domain/redistribute.hpp"
#include "mpi/domain_groups.hpp"
#include "state/column_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class P> AtomRecord<P> record_of(const Site<P>& site, ParticleId id) {
    const auto moved = static_cast<typename P::Fraction>(3 * id);
    AtomRecord<P> record{};
    record.site = site;
    mark(record, id);
    record.moved = {moved, 0, moved};
    return record;
}

template <class P> bool same(const AtomRecord<P>& a, const AtomRecord<P>& b) {
    return a.site.position() == b.site.position() && a.site.type == b.site.type &&
           same_columns(a, b) && a.moved == b.moved;
}

std::vector<ParticleId> ids_on(int rank, int ranks, std::int64_t total) {
    std::vector<ParticleId> ids;
    for (ParticleId id = total - 1; id >= 0; --id)
        if (id * 7919 % 31 % ranks == rank) ids.push_back(id);
    return ids;
}

} // namespace

TEMPLATE_TEST_CASE("atoms reach the owners of their cells from anywhere, whole", "", MixedPrecision,
                   DoublePrecision) {
    std::int64_t moved = 0;
    on_groups([&](const Communicator& comm) {
        const CellGrid grid{{4, 3, 5}};
        const auto all = random_sites<TestType>(500, 9);
        Partition before = random_partition(grid, comm.size(), 4, 0);
        std::vector<AtomRecord<TestType>> mine;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (before.owner_of(all[i]) == comm.rank())
                mine.push_back(record_of(all[i], static_cast<ParticleId>(i)));
        for (std::uint64_t round = 1; round < 6; ++round) {
            const Partition after = random_partition(grid, comm.size(), 4, round);
            auto migrated = migrate<TestType>(after, mine, comm);
            mine = std::move(migrated.arrived);
            moved += migrated.sent;
            CHECK(comm.sum_of(migrated.sent) == comm.sum_of(migrated.received));
            std::vector<ParticleId> ids;
            std::int64_t wrong = 0;
            for (const auto& record : mine) {
                const std::size_t i = static_cast<std::size_t>(record.id);
                wrong += !same(record, record_of(all[i], record.id));
                wrong += after.owner_of(record.site) != comm.rank();
                ids.push_back(record.id);
            }
            CHECK(wrong == 0);
            CHECK_NOTHROW(check_conservation(ids, 500, comm));
        }
    });
    CHECK(Communicator::world().sum_of(moved) > 1000);
}

TEST_CASE("lost and doubled atoms are named, in the same words on every rank") {
    on_groups([](const Communicator& comm) {
        std::vector<ParticleId> ids = ids_on(comm.rank(), comm.size(), 100);
        ids.erase(std::remove(ids.begin(), ids.end(), 42), ids.end());
        ids.erase(std::remove(ids.begin(), ids.end(), 17), ids.end());
        if (comm.rank() == 0 && std::count(ids.begin(), ids.end(), 3) == 0)
            ids.push_back(3);
        else if (comm.rank() == 0)
            ids.push_back(ids.front() == 3 ? ids.back() : ids.front());
        std::string words;
        try {
            check_conservation(ids, 100, comm);
        } catch (const PhysicsError& error) {
            words = error.what();
        }
        CHECK(words.find("99 atoms") != std::string::npos);
        CHECK(words.find("17") != std::string::npos);
        CHECK(words.find("42") != std::string::npos);
        CHECK(words == comm.broadcast(words));
    });
}

TEST_CASE("the holder of an id is the block that contains it") {
    for (const std::int64_t total :
         {std::int64_t{1}, std::int64_t{7}, std::int64_t{100}, std::int64_t{1} << 50})
        for (const int parts : {1, 2, 3, 7, 64, 1000})
            for (const ParticleId id : {std::int64_t{0}, total / 3, total / 2, total - 1})
                CHECK(IdBlock::of(total, id_block_holder(id, total, parts), parts).contains(id));
}

TEST_CASE("rows go to blocks of ids and back to their owners") {
    on_groups([](const Communicator& comm) {
        for (const std::int64_t total : {1, 5, 301}) {
            const std::vector<ParticleId> ids = ids_on(comm.rank(), comm.size(), total);
            const BlockDelivery delivery(comm, total, ids);
            std::vector<Vec3<double>> rows;
            std::vector<Rank> owner(ids.size(), comm.rank());
            for (const ParticleId id : ids)
                rows.push_back({static_cast<double>(id), 0.5, -2.0 * static_cast<double>(id)});
            const auto block = delivery.to_blocks<Vec3<double>>(rows);
            const auto block_ids = delivery.to_blocks<ParticleId>(ids);
            const auto block_owner = delivery.to_blocks<Rank>(owner);
            std::int64_t wrong = 0;
            for (std::size_t i = 0; i < block.size(); ++i) {
                const ParticleId id = delivery.block().first + static_cast<ParticleId>(i);
                wrong += block_ids[i] != id;
                wrong += block[i] !=
                         Vec3<double>{static_cast<double>(id), 0.5, -2.0 * static_cast<double>(id)};
            }
            CHECK(wrong == 0);
            const Route back(comm, block_owner);
            std::vector<ParticleId> returned = back.carry<ParticleId>(block_ids);
            std::vector<ParticleId> sorted = ids;
            std::sort(sorted.begin(), sorted.end());
            CHECK(returned == sorted);
        }
    });
}

TEST_CASE("pieces reach rank 0 in order and bounded") {
    on_groups([](const Communicator& comm) {
        const std::int64_t total = 103;
        const IdBlock block = IdBlock::of(total, comm.rank(), comm.size());
        std::vector<ParticleId> rows;
        for (ParticleId id = block.first; id < block.last; ++id) rows.push_back(id);
        std::vector<std::byte> all;
        std::size_t largest = 0;
        const PieceGather pieces(comm, 40);
        pieces.gather(std::as_bytes(std::span(rows)), sizeof(ParticleId), total,
                      [&](std::int64_t first, std::span<const std::byte> bytes) {
                          CHECK(static_cast<std::size_t>(first) * sizeof(ParticleId) == all.size());
                          all.insert(all.end(), bytes.begin(), bytes.end());
                          largest = std::max(largest, bytes.size());
                      });
        CHECK(largest <= 40);
        std::vector<ParticleId> right(comm.is_root() ? static_cast<std::size_t>(total) : 0);
        std::iota(right.begin(), right.end(), ParticleId{0});
        const auto expected = std::as_bytes(std::span(right));
        CHECK(std::equal(all.begin(), all.end(), expected.begin(), expected.end()));
    });
}

TEST_CASE("measured cost becomes weights, and weights better bricks") {
    on_groups([](const Communicator& comm) {
        const CellGrid grid{{12, 2, 2}};
        // Cost of a cell grows along x; a rank's time is the sum over its cells.
        auto cost_of = [&](const Brick& brick) {
            double cost = 0;
            for_each_cell(brick, [&](const Vec3<int>& c) { cost += 1e-3 * (1 + c.x); });
            return cost;
        };
        const std::vector<std::int64_t> atoms(static_cast<std::size_t>(grid.total()), 100);
        Partition partition = regular_partition(grid, {comm.size(), 1, 1});
        const LoadReport before = measure_load(cost_of(partition.brick(comm.rank())), comm);
        REQUIRE(static_cast<int>(before.seconds.size()) == comm.size());
        for (Rank rank = 0; rank < comm.size(); ++rank)
            CHECK(before.seconds[static_cast<std::size_t>(rank)] ==
                  Approx(cost_of(partition.brick(rank))).margin(1e-6));
        CostModel model(grid);
        for (int round = 0; round < 6; ++round) {
            const auto weights =
                model.update(partition, atoms, cost_of(partition.brick(comm.rank())), comm);
            partition = bisection_partition(CellWeights(grid, weights), comm.size(), {1, 1, 1});
        }
        const LoadReport after = measure_load(cost_of(partition.brick(comm.rank())), comm);
        CHECK(after.imbalance <= before.imbalance);
        if (comm.size() > 1) CHECK(before.imbalance > 1.4);
        INFO(comm.size() << " ranks");
        CHECK(after.imbalance < 1.2);
    });
}

TEST_CASE("atoms per cell are counted over all ranks") {
    on_groups([](const Communicator& comm) {
        const CellGrid grid{{3, 3, 3}};
        const auto all = random_sites<MixedPrecision>(200, 2);
        const Partition partition = random_partition(grid, comm.size(), 1, 1);
        const auto owned = owned_atoms(partition, comm.rank(), all);
        std::vector<std::int64_t> right(27, 0);
        for (const auto& site : all) ++right[static_cast<std::size_t>(grid.cell_of(site))];
        CHECK(atom_weights(grid, owned.cells, comm) == right);
    });
}
