// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/nose_hoover_chain.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "core/elementary.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

/// Weights of the fourth-order splitting into five parts, w = 1 / (4 - 4^(1/3)); Suzuki, J. Math.
/// Phys. 32, 400 (1991).
constexpr double w = 0.41449077179437571;
constexpr std::array<double, 5> splitting_weights{w, w, 1 - 4 * w, w, w};

} // namespace

NoseHooverChain::NoseHooverChain(const Settings& settings) : settings_(settings) {
    MDSIM_REQUIRE(settings.length >= 1 && settings.time > 0 && settings.substeps >= 1);
    state_.momentum.assign(static_cast<std::size_t>(settings.length), 0.0);
}

NoseHooverChain::NoseHooverChain(const Settings& settings, State state)
    : settings_(settings), state_(std::move(state)) {
    MDSIM_REQUIRE(state_.momentum.size() == static_cast<std::size_t>(settings.length));
}

double NoseHooverChain::propagate(double kinetic_energy, double degrees_of_freedom,
                                  double temperature, double time_step) {
    double scale = 1;
    double twice_kinetic = 2 * kinetic_energy;
    for (int i = 0; i < settings_.substeps; ++i) {
        for (const double weight : splitting_weights)
            scale *= pass(twice_kinetic, degrees_of_freedom, temperature,
                          weight * 0.5 * time_step / settings_.substeps);
    }
    return scale;
}

/// With Q_1 = N kT t^2 and Q_k = kT t^2, momenta are kept as p_k = sqrt(Q_k) dxi_k/dt: then a
/// change of kT, and of Q with it, leaves the energy of the chain as it is.
double NoseHooverChain::pass(double& twice_kinetic, double degrees_of_freedom, double temperature,
                             double step) {
    std::vector<double>& p = state_.momentum;
    const std::size_t last = p.size() - 1;
    const double root_mass = std::sqrt(temperature) * settings_.time;
    const double first_root_mass = root_mass * std::sqrt(degrees_of_freedom);
    const auto rate = [&](std::size_t k) { return p[k] / (k == 0 ? first_root_mass : root_mass); };
    const auto push = [&](std::size_t k) {
        const double driven =
            k == 0 ? (twice_kinetic - degrees_of_freedom * temperature) / first_root_mass
                   : (p[k - 1] * p[k - 1] - temperature) / root_mass;
        const double drag = k == last ? 1 : exponential(-0.25 * step * rate(k + 1));
        p[k] = (p[k] * drag + 0.5 * step * driven) * drag;
    };
    for (std::size_t k = last + 1; k-- > 0;) push(k);

    const double scale = exponential(-step * rate(0));
    twice_kinetic *= scale * scale;
    state_.potential += step * degrees_of_freedom * temperature * rate(0);
    for (std::size_t k = 1; k <= last; ++k) state_.potential += step * temperature * rate(k);

    for (std::size_t k = 0; k <= last; ++k) push(k);
    return scale;
}

double NoseHooverChain::energy() const {
    double sum = state_.potential;
    for (const double momentum : state_.momentum) sum += 0.5 * momentum * momentum;
    return sum;
}

} // namespace mdsim
