// SPDX-License-Identifier: BSD-3-Clause
#include "engine/deformation.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/sine_cosine.hpp"

namespace mdsim {

namespace {

/// The entry of the gradient for one component, without the 1 of the diagonal.
double strain_at(const DeformSettings& deform, Step done, double time) {
    switch (deform.path) {
    case StrainPath::engineering:
        return deform.rate.value() * time;
    case StrainPath::true_:
        return exponential(deform.rate.value() * time) - 1;
    case StrainPath::oscillating: {
        const double periods = time / deform.period.value();
        return deform.strain.value() * sine_cosine_of_turns(periods - std::floor(periods)).sine;
    }
    case StrainPath::once:
        break;
    }
    return done > 0 ? deform.strain.value() : 0;
}

double& entry(LowerTriangular<double>& gradient, StrainComponent component) {
    switch (component) {
    case StrainComponent::xx:
        return gradient.xx;
    case StrainComponent::yy:
        return gradient.yy;
    case StrainComponent::zz:
        return gradient.zz;
    case StrainComponent::xy:
        return gradient.xy;
    case StrainComponent::xz:
        return gradient.xz;
    case StrainComponent::yz:
        break;
    }
    return gradient.yz;
}

} // namespace

LowerTriangular<double> deformed_edges(const LowerTriangular<double>& start,
                                       const StageSettings& stage, Step done) {
    MDSIM_EXPECT(0 <= done && done <= stage.steps);
    LowerTriangular<double> gradient{1, 0, 1, 0, 0, 1};
    const double time = static_cast<double>(done) * stage.time_step;
    for (const DeformSettings& deform : stage.deform)
        entry(gradient, deform.component) += strain_at(deform, done, time);
    return start * gradient;
}

} // namespace mdsim
