// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/box.hpp"
#include "core/contract.hpp"
#include "cpu/simd/slot_scale.hpp"
#include "cpu/stencil.hpp"
#include "state/cell_grid.hpp"
#include "state/local_cells.hpp"

namespace mdsim {

/// Which pairs a list holds: for each potential a squared range for each pair of types, zero where
/// the potential does not act on the pair.
template <class P> struct ListRanges {
    using Real = typename P::Real;

    std::size_t potentials = 0;
    std::size_t types = 0;
    std::vector<Real> range2; ///< [potential][type][type][length^2]
    double largest = 0;       ///< [length]

    const Real* row(std::size_t potential, std::size_t type) const {
        MDSIM_EXPECT(potential < potentials && type < types);
        return range2.data() + (potential * types + type) * types;
    }
};

/// What the list builder knows about the box and the grid; fixed at a rebuild, of whose box it is.
template <class P> struct ListGeometry {
    using Real = typename P::Real;

    ListGeometry(const Box& b, const CellGrid& g, double range)
        : box(b), grid(g), stencil(g, b, range), scale(b.edges), list_range(range) {
        const Vec3<double> diagonal = Vec3<double>{1.0, 1.0, 1.0} * b.edges;
        double span = 0;
        for (int d = 0; d < 3; ++d)
            span += (diagonal[d] < 0 ? -diagonal[d] : diagonal[d]) / g.count[d];
        far = static_cast<Real>(4 * (range + span));
    }

    Box box;
    CellGrid grid;
    Stencil stencil;
    SlotScale<P> scale;
    double list_range; ///< [length]
    Real far;          ///< a coordinate out of reach of every atom of a tile [length]
};

} // namespace mdsim
