// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_single_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "validate/validate_small_system.hpp"
#include "validate/validate_state.hpp"

namespace mdsim {

namespace {

std::array<double, 6> virial_of(const SystemParts& parts, const Thermo& thermo) {
    std::array<double, 6> virial = thermo.virial;
    const double tail = parts.force_field.tail(parts.count_of_type, thermo.volume).virial;
    for (std::size_t a = 0; a < 3; ++a) virial[a] += tail / 3;
    return virial;
}

Check tensor_check(const Check& base, const std::array<double, 6>& reference,
                   const std::array<double, 6>& found) {
    static const char* const names[6] = {"xx", "yy", "zz", "xy", "xz", "yz"};
    const auto off = [&](std::size_t a) { return std::abs(found[a] - reference[a]); };
    std::size_t worst = 0;
    for (std::size_t a = 1; a < 6; ++a) {
        if (!(off(a) <= off(worst)) && !std::isnan(off(worst))) worst = a;
    }
    Check check = base;
    check.quantity = fmt::format("virial {}", names[worst]);
    check.reference = reference[worst];
    check.found = found[worst];
    return check;
}

/// What a relative tolerance of the virial refers to.
double virial_scale(const std::array<double, 6>& virial, double energy) {
    constexpr double vanishing = 1e-6;
    double largest = 0;
    for (const double w : virial) largest = std::max(largest, std::abs(w));
    return largest < vanishing * std::abs(energy) ? std::abs(energy) : largest;
}

/// How far forces are off: the rms of all components, and the component that is worst.
struct ForceErrors {
    double rms_reference = 0;
    double rms_error = 0;
    double largest_reference = 0;
    std::size_t atom = 0; ///< of the worst component
    int direction = 0;
};

ForceErrors compare_forces(const std::vector<Vec3<double>>& reference,
                           const std::vector<Vec3<double>>& found) {
    MDSIM_REQUIRE(reference.size() == found.size());
    ForceErrors errors;
    double worst = -1;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const Vec3<double> off = found[i] - reference[i];
        errors.rms_reference += dot(reference[i], reference[i]);
        errors.rms_error += dot(off, off);
        for (int d = 0; d < 3; ++d) {
            errors.largest_reference =
                std::max(errors.largest_reference, std::abs(reference[i][d]));
            if (std::abs(off[d]) <= worst || std::isnan(worst)) continue;
            worst = std::abs(off[d]);
            errors.atom = i;
            errors.direction = d;
        }
    }
    const double components = 3 * static_cast<double>(reference.size());
    errors.rms_reference = std::sqrt(errors.rms_reference / components);
    errors.rms_error = std::sqrt(errors.rms_error / components);
    return errors;
}

/// The worst force component, and the rms error. In mixed precision single components are held
/// against the largest force: those of the hardest collisions carry the rounding of positions.
void add_force_checks(Check check, const SinglePointReference& reference, const EngineState& state,
                      const RelativeTolerance& tolerance, std::vector<Check>& checks) {
    MDSIM_EXPECT(!reference.force.empty());
    const ForceErrors errors = compare_forces(reference.force, state.force);
    const bool exact = check.precision == DoublePrecision::name;
    check.quantity = fmt::format("force {} {}", errors.atom + 1, "xyz"[errors.direction]);
    check.reference = reference.force[errors.atom][errors.direction];
    check.found = state.force[errors.atom][errors.direction];
    check.tolerance = tolerance.force * (exact ? errors.rms_reference : errors.largest_reference);
    checks.push_back(check);
    check.quantity = "force rms error";
    check.reference = 0;
    check.found = errors.rms_error;
    check.tolerance = tolerance.force * errors.rms_reference;
    checks.push_back(check);
}

} // namespace

template <class P>
void check_single_point(const SystemParts& parts, const Communicator& comm,
                        const SinglePointReference& reference, const RelativeTolerance& tolerance,
                        std::vector<Check>& checks) {
    const EngineState state = run_engine<P>(single_point_stage(), parts, comm, 0);
    if (!comm.is_root()) return;
    const Thermo& thermo = state.thermo.back();
    const std::array<double, 6> virial = virial_of(parts, thermo);
    Check check{reference.name, P::name, "energy", 0, thermo.potential, 0};
    if (reference.energy) {
        check.reference = *reference.energy;
        check.tolerance = tolerance.energy * std::abs(check.reference) + reference.energy_error;
        checks.push_back(check);
    }
    if (reference.virial) {
        check.tolerance = tolerance.virial * virial_scale(*reference.virial, thermo.potential);
        checks.push_back(tensor_check(check, *reference.virial, virial));
    }
    if (reference.virial_trace) {
        check.quantity = "virial";
        check.reference = *reference.virial_trace;
        check.found = virial[0] + virial[1] + virial[2];
        check.tolerance =
            tolerance.virial * virial_scale(virial, thermo.potential) + reference.virial_error;
        checks.push_back(check);
    }
    if (!reference.force.empty()) add_force_checks(check, reference, state, tolerance, checks);
}

template void check_single_point<MixedPrecision>(const SystemParts&, const Communicator&,
                                                 const SinglePointReference&,
                                                 const RelativeTolerance&, std::vector<Check>&);
template void check_single_point<DoublePrecision>(const SystemParts&, const Communicator&,
                                                  const SinglePointReference&,
                                                  const RelativeTolerance&, std::vector<Check>&);

} // namespace mdsim
