// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/device_rank.hpp"
#include "kernels/integrate/descend.hpp"
#include "ops/integrator.hpp"

namespace mdsim {

/// The motion of the atoms of a device in steps that its host leads.
template <class P> class DeviceIntegrator final : public Integrator<P> {
  public:
    using Real = typename P::Real;

    explicit DeviceIntegrator(DeviceRank<P>& rank) : rank_(&rank) {}

    void complete_step(const Motion<Real>& motion) override;
    /// Also sends the positions to the halos of others, who send theirs.
    MotionReport begin_step(const Motion<Real>& motion, Step step) override;
    using Integrator<P>::kinetic_sums;
    /// All of them.
    KineticSums kinetic_sums(WantedSums) override;
    LayerSums layer_sums(const Layers& layers) override;
    DensityModes density_modes(const std::vector<WaveVector>& waves) override;
    HeatCurrent heat_current() override;
    void transform_velocities(const LowerTriangular<double>& factor,
                              const Vec3<double>& shift) override;
    DescentSizes descent_sizes() override;
    DescentSums descent_sums(const DescentUnits& units) override;
    void turn_velocities(const FireTurn& turn) override;
    void draw_velocities(double temperature, Step step) override;

  private:
    DeviceRank<P>* rank_;
    Buffer<DeviceSums<kinetic_sum_count>, Device> totals_{1};
    Buffer<MoveResult<Real>, Device> result_{1};
    Buffer<DescentSizes, Device> sizes_{1};
    Buffer<DeviceSums<descent_sum_count>, Device> descent_{1};
    Buffer<DeviceSums<heat_current_sums>, Device> heat_{1};
    Buffer<WaveVector, Device> waves_;
    Buffer<unsigned long long, Device> modes_;
    Pinned<DeviceSums<kinetic_sum_count>> seen_totals_;
    Pinned<MoveResult<Real>> seen_result_;
    Pinned<DescentSizes> seen_sizes_;
    Pinned<DeviceSums<descent_sum_count>> seen_descent_;
    Pinned<DeviceSums<heat_current_sums>> seen_heat_;
};

} // namespace mdsim
