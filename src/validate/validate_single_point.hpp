// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/precision.hpp"
#include "engine/stage_settings.hpp"
#include "setup/system_parts.hpp"
#include "validate/validate_check.hpp"

namespace mdsim {

/// What a reference says about one configuration; internal units.
struct SinglePointReference {
    std::string name;
    std::optional<double> energy;                ///< tail correction included [energy]
    double energy_error = 0;                     ///< what the reference itself leaves open [energy]
    std::optional<std::array<double, 6>> virial; ///< tail included, xx yy zz xy xz yz [energy]
    std::optional<double> virial_trace;          ///< [energy]
    double virial_error = 0;                     ///< [energy]
    std::vector<Vec3<double>>
        force; ///< in the order of ids, on rank 0; may be empty [energy / length]
};

/// What is allowed beside the errors of the reference itself.
struct RelativeTolerance {
    double energy = 0; ///< of the energy
    double force = 0;  ///< of the rms force
    double virial = 0; ///< of the largest component, or of the energy where the virial vanishes
};

/// The tolerances of data made in double precision: for double, and for mixed precision.
template <class P> constexpr RelativeTolerance usual_tolerance() {
    if constexpr (sizeof(typename P::Real) == sizeof(double))
        return {1e-10, 1e-9, 1e-10};
    else
        return {1e-5, 1e-5, 1e-5};
}

/// Computes the configuration as it stands, without a step, in precision P and appends one check
/// for each quantity, of a tensor and of the forces for the component furthest off; collective, the
/// checks on rank 0 only.
template <class P>
void check_single_point(const SystemParts& parts, const Communicator& comm,
                        const SinglePointReference& reference, const RelativeTolerance& tolerance,
                        std::vector<Check>& checks);

} // namespace mdsim
