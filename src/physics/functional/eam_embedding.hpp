// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/functional/eam_params.hpp"
#include "physics/functional/pair_functional.hpp"
#include "physics/functional/uniform_spline.hpp"

namespace mdsim {

/// F(rho) of an element, a spline; beyond its table it continues linearly.
struct EamEmbedding {
    std::size_t first; ///< where the coefficients begin in the array of samples
    double spacing;    ///< of densities
    double last;       ///< the last interval

    MDSIM_HD Embedded operator()(double density, const double* samples) const {
        const double steps = density / spacing;
        const auto [interval, t] = spline_place(steps, last);
        const auto [c0, c1, c2, c3] =
            lookup_four(samples + first, truncate_to_int(interval) * std::int32_t{spline_numbers})
                .value;
        const double slope = c1 + t * (2 * c2 + t * (3 * c3));
        const double beyond = steps - interval - t;
        const double inside = c0 + t * (c1 + t * (c2 + t * c3));
        return {inside + slope * beyond, slope / spacing, !(beyond == 0)};
    }
};

inline EamEmbedding eam_embedding(const EamParams& p, std::size_t first) {
    return {first, p.tables->density_spacing,
            static_cast<double>(p.tables->embedding[p.own].size() - 2)};
}

inline std::vector<double> eam_embedding_samples(const EamParams& p) {
    return spline_coefficients(p.tables->embedding[p.own]);
}

} // namespace mdsim
