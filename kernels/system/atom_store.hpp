// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/device_system.hpp"
#include "state/local_cells.hpp"

namespace mdsim {

/// The arrays of a rank's atoms and the control that tells which of them are in use.
template <class P> class AtomStore {
  public:
    explicit AtomStore(const Stream& stream) : stream_(&stream), control_memory_(1) {}

    /// Replaces all atoms by these, in this order, at rest on their reference positions.
    void upload(std::span<const AtomRecord<P>> records);

    /// Moves the atoms, which have been sorted since, by what their records say.
    void restore_moved(std::span<const AtomRecord<P>> records);

    /// Copies the atoms to the host; `cell_first` is an array of the device.
    void download(Snapshot<P>& snapshot, const LocalIndex* cell_first, std::size_t cells);

    /// The host's copy of the control: valid while nothing is queued that changes it.
    Control& control() { return *control_; }
    const Control& control() const { return *control_; }
    /// Queues the copying of the control to the device, or waits for it from there.
    void push_control() { stream_->upload(control_.get(), control_memory_.data(), 1); }
    void pull_control();

    AtomsView<P> view();
    std::size_t size() const { return reference_.size(); }
    std::size_t bytes() const;

  private:
    const Stream* stream_;
    Buffer<Site<P>, Device> site_[2];
    Buffer<Site<P>, Device> reference_;
    Buffer<Vec4<typename P::Real>, Device> velocity_[2];
    Buffer<ParticleId, Device> id_[2];
    Buffer<Vec3<std::int32_t>, Device> image_[2];
    Buffer<Control, Device> control_memory_;
    Pinned<Control> control_;
};

} // namespace mdsim
