// SPDX-License-Identifier: BSD-3-Clause
#include "app/state_blocks.hpp"

#include "core/fraction.hpp"
#include "domain/redistribute.hpp"

namespace mdsim {

namespace {

/// One value an owned atom, in local order.
template <class P, class Value, class Of>
std::vector<Value> rows(const AtomView<P>& atoms, const Of& of) {
    std::vector<Value> all;
    all.reserve(atoms.cells->owned_atoms);
    for (const LocalCell& cell : atoms.cells->cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i)
            all.push_back(of(i));
    }
    return all;
}

template <class P> BlockDelivery delivery_of(const AtomView<P>& atoms, const Communicator& comm) {
    const auto ids =
        rows<P, ParticleId>(atoms, [&](LocalIndex i) { return atoms.particles->id[i]; });
    return BlockDelivery(comm, atoms.domain->total_atoms, ids);
}

/// What `of` says of each owned atom, by blocks of ids.
template <class P, class Of>
auto delivered(const AtomView<P>& atoms, const BlockDelivery& delivery, const Of& of) {
    using Value = decltype(of(LocalIndex{0}));
    const std::vector<Value> mine = rows<P, Value>(atoms, of);
    return delivery.to_blocks(std::span<const Value>(mine));
}

template <class Real> Vec3<float> to_float(const Vec4<Real>& v, double factor) {
    return {static_cast<float>(v.x * factor), static_cast<float>(v.y * factor),
            static_cast<float>(v.z * factor)};
}

template <class P> Vec3<float> wrapped_position(const AtomView<P>& atoms, const Site<P>& s) {
    const Vec3<double> x =
        Vec3<double>{to_double(s.x), to_double(s.y), to_double(s.z)} * atoms.domain->box.edges;
    return {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)};
}

template <class P> Vec3<std::int32_t> image_now(const Particles<P, Host>& p, LocalIndex i) {
    const Site<P>& from = p.reference[i];
    const Site<P>& to = p.site[i];
    return p.image[i] + Vec3<std::int32_t>{crossing(from.x, to.x), crossing(from.y, to.y),
                                           crossing(from.z, to.z)};
}

} // namespace

template <class P>
FrameBlock frame_block(const AtomView<P>& atoms, const FrameWish& wish, const Communicator& comm) {
    const Particles<P, Host>& p = *atoms.particles;
    const BlockDelivery delivery = delivery_of(atoms, comm);
    const auto deliver = [&](auto of) { return delivered(atoms, delivery, of); };
    FrameBlock frame;
    frame.block = delivery.block();
    frame.position = deliver([&](LocalIndex i) { return wrapped_position(atoms, p.site[i]); });
    if (wish.velocity)
        frame.velocity = deliver([&](LocalIndex i) { return to_float(p.velocity[i], 1); });
    if (wish.force)
        frame.force =
            deliver([&](LocalIndex i) { return to_float(p.force[i], wish.force_factor); });
    if (wish.image) frame.image = deliver([&](LocalIndex i) { return image_now(p, i); });
    return frame;
}

template <class P>
CheckpointBlock<P> checkpoint_block(const AtomView<P>& atoms, const Communicator& comm) {
    using Real = typename P::Real;
    const Particles<P, Host>& p = *atoms.particles;
    const BlockDelivery delivery = delivery_of(atoms, comm);
    const auto deliver = [&](auto of) { return delivered(atoms, delivery, of); };
    CheckpointBlock<P> block;
    block.block = delivery.block();
    block.reference = deliver([&](LocalIndex i) { return p.reference[i].position(); });
    block.moved = deliver(
        [&](LocalIndex i) { return difference(p.site[i].position(), p.reference[i].position()); });
    block.velocity = deliver([&](LocalIndex i) {
        return Vec3<Real>{p.velocity[i].x, p.velocity[i].y, p.velocity[i].z};
    });
    block.image = deliver([&](LocalIndex i) { return p.image[i]; });
    block.type = deliver([&](LocalIndex i) { return static_cast<std::int32_t>(p.site[i].type); });
    return block;
}

template <class P> std::vector<AtomRecord<P>> records_of(const CheckpointBlock<P>& block) {
    using Real = typename P::Real;
    std::vector<AtomRecord<P>> records(static_cast<std::size_t>(block.block.size()));
    for (std::size_t i = 0; i < records.size(); ++i) {
        AtomRecord<P>& r = records[i];
        r.site.move_to(block.reference[i]);
        r.site.type = block.type[i];
        r.velocity = {block.velocity[i].x, block.velocity[i].y, block.velocity[i].z, Real(0)};
        r.id = block.block.first + static_cast<ParticleId>(i);
        r.image = block.image[i];
        r.moved = block.moved[i];
    }
    return records;
}

template FrameBlock frame_block(const AtomView<MixedPrecision>&, const FrameWish&,
                                const Communicator&);
template FrameBlock frame_block(const AtomView<DoublePrecision>&, const FrameWish&,
                                const Communicator&);
template CheckpointBlock<MixedPrecision> checkpoint_block(const AtomView<MixedPrecision>&,
                                                          const Communicator&);
template CheckpointBlock<DoublePrecision> checkpoint_block(const AtomView<DoublePrecision>&,
                                                           const Communicator&);
template std::vector<AtomRecord<MixedPrecision>> records_of(const CheckpointBlock<MixedPrecision>&);
template std::vector<AtomRecord<DoublePrecision>>
records_of(const CheckpointBlock<DoublePrecision>&);

} // namespace mdsim
