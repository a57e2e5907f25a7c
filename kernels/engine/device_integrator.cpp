// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_integrator.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/contract.hpp"
#include "kernels/engine/read_sums.hpp"
#include "kernels/integrate/sum_heat_current.hpp"
#include "kernels/integrate/sum_layers.hpp"
#include "kernels/integrate/sum_modes.hpp"

namespace mdsim {

template <class P> void DeviceIntegrator<P>::complete_step(const Motion<Real>& motion) {
    DeviceRank<P>& d = *rank_;
    complete_atoms<P>(d.stream, d.atoms_to_change(), {d.motion_view, {motion}});
}

template <class P>
MotionReport DeviceIntegrator<P>::begin_step(const Motion<Real>& motion, Step step) {
    DeviceRank<P>& d = *rank_;
    MoveResult<Real>& result = *seen_result_;
    result = {};
    d.stream.upload(&result, result_.data(), 1);
    begin_atoms<P>(d.stream, d.atoms_to_change(), {d.motion_view, {motion}}, step, result_.data());
    d.stream.download(result_.data(), &result, 1);
    d.stream.wait();
    d.atoms.control().change_buffers();
    d.atoms.push_control();
    d.adopted().loop.exchange_positions();
    return {static_cast<double>(result.displacement2), result.fault};
}

template <class P> KineticSums DeviceIntegrator<P>::kinetic_sums(WantedSums) {
    DeviceRank<P>& d = *rank_;
    d.stream.zero(totals_.data(), 1);
    sum_atoms<P>(d.stream, d.atoms.view(), d.mass.data(), totals_.data());
    d.stream.download(totals_.data(), seen_totals_.get(), 1);
    d.stream.wait();
    return read_sums(*seen_totals_);
}

template <class P> LayerSums DeviceIntegrator<P>::layer_sums(const Layers& layers) {
    DeviceRank<P>& d = *rank_;
    const std::size_t types = d.setup.mass.size();
    LayerSums found(layers, types);
    Buffer<unsigned long long, Device> atoms(found.atoms.size());
    Buffer<DeviceSums<layer_sum_count>, Device> motion(layers.count);
    d.stream.zero(atoms.data(), atoms.size());
    d.stream.zero(motion.data(), motion.size());
    sum_layers<P>(d.stream, d.atoms.view(), d.mass.data(),
                  {layers, static_cast<std::uint32_t>(types), atoms.data(), motion.data()});
    std::vector<unsigned long long> seen_atoms(atoms.size());
    std::vector<DeviceSums<layer_sum_count>> seen_motion(motion.size());
    d.stream.download(atoms.data(), seen_atoms.data(), atoms.size());
    d.stream.download(motion.data(), seen_motion.data(), motion.size());
    d.stream.wait();
    std::copy(seen_atoms.begin(), seen_atoms.end(), found.atoms.begin());
    for (std::size_t layer = 0; layer < seen_motion.size(); ++layer)
        add_sums(seen_motion[layer], found, layer);
    return found;
}

template <class P>
DensityModes DeviceIntegrator<P>::density_modes(const std::vector<WaveVector>& waves) {
    DeviceRank<P>& d = *rank_;
    const std::size_t types = d.setup.mass.size();
    DensityModes found(waves.size(), types, mode_scale<PhaseBits<P>>);
    if (waves.empty()) return found;
    waves_.resize_discard(waves.size());
    modes_.resize_discard(found.sums.size());
    d.stream.upload(waves.data(), waves_.data(), waves.size());
    d.stream.zero(modes_.data(), modes_.size());
    sum_modes<P>(d.stream, d.atoms.view(),
                 {waves_.data(), static_cast<std::uint32_t>(waves.size()),
                  static_cast<std::uint32_t>(types), modes_.data()});
    std::vector<unsigned long long> seen(modes_.size());
    d.stream.download(modes_.data(), seen.data(), seen.size());
    d.stream.wait();
    for (std::size_t i = 0; i < seen.size(); ++i)
        found.sums[i] = static_cast<std::int64_t>(seen[i]);
    return found;
}

template <class P> HeatCurrent DeviceIntegrator<P>::heat_current() {
    DeviceRank<P>& d = *rank_;
    d.stream.zero(heat_.data(), 1);
    sum_heat_current<P>(d.stream, d.atoms.columns_view(), d.mass.data(), heat_.data());
    d.stream.download(heat_.data(), seen_heat_.get(), 1);
    d.stream.wait();
    return read_sums(*seen_heat_);
}

template <class P>
void DeviceIntegrator<P>::transform_velocities(const LowerTriangular<double>& factor,
                                               const Vec3<double>& shift) {
    MDSIM_EXPECT(is_finite(factor) && std::isfinite(dot(shift, shift)));
    transform_atoms<P>(rank_->stream, rank_->atoms_to_change(), factor, shift);
}

template <class P> DescentSizes DeviceIntegrator<P>::descent_sizes() {
    DeviceRank<P>& d = *rank_;
    d.stream.zero(sizes_.data(), 1);
    find_descent_sizes<P>(d.stream, d.atoms.view(), d.motion_view, sizes_.data());
    d.stream.download(sizes_.data(), seen_sizes_.get(), 1);
    d.stream.wait();
    return *seen_sizes_;
}

template <class P> DescentSums DeviceIntegrator<P>::descent_sums(const DescentUnits& units) {
    DeviceRank<P>& d = *rank_;
    d.stream.zero(descent_.data(), 1);
    sum_descent<P>(d.stream, d.atoms.view(), units, descent_.data());
    d.stream.download(descent_.data(), seen_descent_.get(), 1);
    d.stream.wait();
    return read_sums(*seen_descent_);
}

template <class P> void DeviceIntegrator<P>::turn_velocities(const FireTurn& turn) {
    turn_atoms<P>(rank_->stream, rank_->atoms_to_change(), turn);
}

template <class P> void DeviceIntegrator<P>::draw_velocities(double temperature, Step step) {
    MDSIM_EXPECT(temperature >= 0);
    draw_atoms<P>(rank_->stream, rank_->atoms_to_change(), rank_->mass.data(), rank_->setup.seed,
                  step, temperature);
}

template class DeviceIntegrator<MixedPrecision>;
template class DeviceIntegrator<DoublePrecision>;

} // namespace mdsim
