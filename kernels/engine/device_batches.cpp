// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_batches.hpp"

#include "core/contract.hpp"

namespace mdsim {

template <class P> BatchReport DeviceBatches<P>::run(const StepBatch<P>& batch) {
    MDSIM_EXPECT(batch.steps > 0);
    MDSIM_EXPECT(batch.allowed_move.unstrained > 0 || batch.rebuild_every > 0);
    MDSIM_EXPECT(batch.boxes.empty() ||
                 batch.boxes.size() == static_cast<std::size_t>(batch.steps) + 1);
    MDSIM_EXPECT(batch.motion.size() == 1 ||
                 batch.motion.size() == static_cast<std::size_t>(batch.steps));
    MDSIM_EXPECT((!batch.coupling.acts.any() && !batch.barostat.acts.any()) ||
                 capabilities().couples);
    MDSIM_EXPECT(!batch.barostat.acts.any() || !batch.boxes.empty());
    MDSIM_EXPECT(batch.samples.count == 0 || capabilities().takes_samples);
    MDSIM_EXPECT(!batch.between_kicks || capabilities().goes_on);
    MDSIM_EXPECT(!batch.between_kicks || !batch.schedule().plan(batch.first).any());
    MDSIM_EXPECT(static_cast<std::int64_t>(batch.looks.size()) <= capabilities().looks);
    MDSIM_EXPECT(batch.looks.empty() || batch.boxes.empty());
    show_atoms();
    Resident<P>& resident = rank_->changing();
    if (!batch.looks.empty())
        rank_->looks.take(rank_->stream, batch.looks, rank_->atoms.size(), rank_->setup.mass.size(),
                          rank_->edges());
    rank_->begin_batch(batch.allowed_move, batch.boxes);
    MotionView<P>& view = rank_->motion_view;
    view.displaced = {};
    if (resident.check.exact() && batch.rebuild_every == 0)
        view.displaced = resident.check.displaced_atoms();
    return resident.loop.run(batch, view);
}

template class DeviceBatches<MixedPrecision>;
template class DeviceBatches<DoublePrecision>;

} // namespace mdsim
