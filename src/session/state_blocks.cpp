// SPDX-License-Identifier: BSD-3-Clause
#include "session/state_blocks.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Adds the corner of the box to positions that are counted from there.
void move_by(const Vec3<double>& origin, Buffer<Vec3<float>, Host>& positions) {
    if (origin == Vec3<double>{}) return;
    for (Vec3<float>& x : positions.span())
        x = {static_cast<float>(x.x + origin.x), static_cast<float>(x.y + origin.y),
             static_cast<float>(x.z + origin.z)};
}

} // namespace

template <class P>
void fill_frame(AtomTable<P>& atoms, const FrameRequest& request, FrameBlock& frame) {
    MDSIM_EXPECT(frame.edges.xx > 0 && frame.edges.yy > 0 && frame.edges.zz > 0);
    MDSIM_EXPECT(request.force_factor > 0);
    frame.block = atoms.block();
    atoms.fill(column::Position{frame.edges}, frame.position);
    move_by(frame.origin, frame.position);
    if (request.velocity) atoms.fill(column::Velocity{}, frame.velocity);
    if (request.force) atoms.fill(column::Force{request.force_factor}, frame.force);
    if (request.image) atoms.fill(column::Image{}, frame.image);
}

template <class P> void fill_checkpoint(AtomTable<P>& atoms, CheckpointBlock<P>& block) {
    block.block = atoms.block();
    atoms.fill(column::Reference{}, block.reference);
    atoms.fill(column::Moved{}, block.moved);
    for_each_stored_column(
        [&](const char*, const auto& formula, auto& stored) { atoms.fill(formula, stored); },
        block);
    atoms.fill(column::Type{}, block.type);
}

template <class P> std::vector<AtomRecord<P>> records_of(const CheckpointBlock<P>& block) {
    std::vector<AtomRecord<P>> records(static_cast<std::size_t>(block.block.size()));
    MDSIM_EXPECT(block.reference.size() == records.size() && block.moved.size() == records.size());
    MDSIM_EXPECT(block.type.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        AtomRecord<P>& r = records[i];
        r.site.move_to(block.reference[i]);
        r.site.type = block.type[i];
        r.id = block.block.first + static_cast<ParticleId>(i);
        r.moved = block.moved[i];
        for_each_stored_column([i](const char*, const auto&, const auto& stored,
                                   auto& number) { take_stored(stored[i], number); },
                               block, r);
    }
    return records;
}

template void fill_frame(AtomTable<MixedPrecision>&, const FrameRequest&, FrameBlock&);
template void fill_frame(AtomTable<DoublePrecision>&, const FrameRequest&, FrameBlock&);
template void fill_checkpoint(AtomTable<MixedPrecision>&, CheckpointBlock<MixedPrecision>&);
template void fill_checkpoint(AtomTable<DoublePrecision>&, CheckpointBlock<DoublePrecision>&);
template std::vector<AtomRecord<MixedPrecision>> records_of(const CheckpointBlock<MixedPrecision>&);
template std::vector<AtomRecord<DoublePrecision>>
records_of(const CheckpointBlock<DoublePrecision>&);

} // namespace mdsim
