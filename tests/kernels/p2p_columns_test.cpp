// SPDX-License-Identifier: BSD-3-Clause
// Rows of atoms that lie on several GPUs, in the order of their ids.
#include <vector>

#include "core/error.hpp"
#include "kernels/decomposition/device_barrier.hpp"
#include "kernels/engine/id_ordered_columns.hpp"
#include "kernels/p2p_cases.hpp"
#include "state/particles.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The velocity of an atom tells who it is.
template <class P> AtomRecord<P> record_of(ParticleId id) {
    using Real = typename P::Real;
    AtomRecord<P> record{};
    record.id = id;
    const auto x = static_cast<Real>(id % 8191);
    record.velocity = {x, x + Real(0.5), -x, Real(0)};
    record.image = {static_cast<std::int32_t>(id), -1, 7};
    return record;
}

/// Atoms whose ids lie scattered over the ranks, of which the first has most.
template <class P>
std::vector<AtomRecord<P>> scattered(const Communicator& ranks, std::int64_t total) {
    std::vector<AtomRecord<P>> mine;
    for (std::int64_t k = 0; k < total; ++k) {
        const ParticleId id = k * 7919 % total;
        const Rank owner = static_cast<Rank>(id % 3 == 0 ? 0 : id / 3 % ranks.size());
        if (owner == ranks.rank()) mine.push_back(record_of<P>(id));
    }
    return mine;
}

template <class P> struct Shared {
    Stream stream;
    AllReduce all_reduce;
    AtomStore<P> atoms;

    Shared(const PeerLinks& links, const std::vector<AtomRecord<P>>& records)
        : all_reduce(links), atoms(stream, &links) {
        atoms.upload(records, records.size() + 5);
    }
};

template <class P> void check_rows(const PeerLinks& links, std::int64_t total) {
    Shared<P> shared(links, scattered<P>(links.ranks(), total));
    DeviceBarrier barrier(shared.stream, shared.all_reduce, shared.atoms.view().control);
    IdOrderedColumns<P> values(shared.stream, links, barrier, total);
    REQUIRE(values.complete(shared.atoms));
    const IdBlock block = IdBlock::of(total, links.rank(), links.size());
    const auto size = static_cast<std::size_t>(block.size());
    std::vector<Vec3<typename P::Real>> velocity(size);
    std::vector<Vec3<std::int32_t>> image(size);
    values.write(shared.atoms, column::ExactVelocity{}, velocity.data());
    values.write(shared.atoms, column::ReferenceImage{}, image.data());
    bool same = true;
    for (std::size_t k = 0; k < size; ++k) {
        const AtomRecord<P> wanted = record_of<P>(block.first + static_cast<std::int64_t>(k));
        same = same && velocity[k].x == wanted.velocity.x && velocity[k].y == wanted.velocity.y &&
               velocity[k].z == wanted.velocity.z && image[k] == wanted.image;
    }
    CHECK(same);
}

} // namespace

TEST_CASE("rows of atoms on several GPUs come in the order of ids") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world)) return;
    const PeerLinks links(world);
    if (!links.all_direct()) return;
    check_rows<MixedPrecision>(links, 7);
    check_rows<MixedPrecision>(links, 100003);
    check_rows<DoublePrecision>(links, 100003);
    // More than a piece holds.
    check_rows<MixedPrecision>(links, 1500007 * links.size());
}

TEST_CASE("an id that no rank has is noticed by all") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world)) return;
    const PeerLinks links(world);
    if (!links.all_direct()) return;
    constexpr std::int64_t total = 5000;
    auto mine = scattered<MixedPrecision>(links.ranks(), total);
    for (auto& record : mine)
        if (record.id == total - 1) record.id = 0;
    Shared<MixedPrecision> shared(links, mine);
    DeviceBarrier barrier(shared.stream, shared.all_reduce, shared.atoms.view().control);
    IdOrderedColumns<MixedPrecision> values(shared.stream, links, barrier, total);
    CHECK_FALSE(values.complete(shared.atoms));
}
