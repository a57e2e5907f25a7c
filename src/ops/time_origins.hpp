// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

#include "core/buffer.hpp"
#include "core/fixed_sum.hpp"
#include "core/matrix3.hpp"
#include "core/vec3.hpp"
#include "ops/atom_columns.hpp"
#include "ops/atom_products.hpp"

namespace mdsim {

/// What time origins keep of atoms, and what is summed over them.
struct OriginRequest {
    /// Its values are Vec3<double>. Of positions, Unwrapped, what the box has carried atoms from
    /// look to look is left out: they are sums of displacements beside that, as von Bülow,
    /// Bullerjahn and Hummer, J. Chem. Phys. 153, 021101 (2020), doi:10.1063/5.0008316, ask for.
    AnyColumn column;
    AnyProduct product;
    std::size_t types = 1; ///< of atoms
};

/// Vectors of the atoms of this rank's block of ids as they were at several times, the origins, and
/// sums of products of them with those of now; in the memory where the atoms are.
class TimeOrigins {
  public:
    /// A copy for files: in the order of ids, never changed.
    using Array = std::shared_ptr<const Buffer<Vec3<double>, Host>>;

    /// What positions of later looks follow from, beside those of then.
    struct Carried {
        /// By which the box carries atoms, at the last look: as they are without flips [length].
        LowerTriangular<double> edges{};
        Array last; ///< what it took
        Array ways; ///< how far the box has carried atoms so far [length]; null: nowhere
    };

    virtual ~TimeOrigins() = default;

    /// Takes the vectors of now, in a box of such edges, which have carried atoms as edges
    /// `carrying` do that know of no flips [length]. Collective.
    virtual void look(const LowerTriangular<double>& edges,
                      const LowerTriangular<double>& carrying) = 0;
    /// The same in a box that was never flipped.
    void look(const LowerTriangular<double>& edges) { look(edges, edges); }

    /// Makes what look() took last the newest origin.
    virtual void keep() = 0;
    virtual void drop_oldest() = 0;
    virtual std::size_t size() const = 0;

    /// Begins to sum, over the atoms of each type, their product with now. A device goes on with
    /// that by itself, beside steps; what was looked at and the origins stay as they are until the
    /// end.
    virtual void begin_sums() = 0;
    /// The sums begun last: [origin * types + type], the oldest origin of then first, at the scale
    /// of correlations. Free of order.
    virtual std::vector<FixedSum> end_sums() = 0;
    std::vector<FixedSum> sums() {
        begin_sums();
        return end_sums();
    }

    /// An origin for a checkpoint, and the way back: it becomes the newest.
    virtual Array array(std::size_t origin) = 0;
    virtual void restore(const Array& origin) = 0;

    /// The same of what else positions follow from, once there was a look.
    virtual Carried carried() = 0;
    virtual void restore(const Carried& carried) = 0;
};

/// Whether a column is of positions, which boxes carry.
inline bool is_carried(const AnyColumn& column) {
    return std::holds_alternative<column::Unwrapped>(column);
}

/// The same column in a box of such edges.
inline AnyColumn column_in(const LowerTriangular<double>& edges, AnyColumn column) {
    if (auto* unwrapped = std::get_if<column::Unwrapped>(&column)) unwrapped->edges = edges;
    return column;
}

/// How far boxes have carried an atom that was at `last` beside that, from `way` on, as positions
/// are multiplied with `change`; the same on processors and devices.
MDSIM_HD Vec3<double> carried_on(const Vec3<double>& way, const Vec3<double>& last,
                                 const LowerTriangular<double>& change) {
    const Vec3<double> was = last + way;
    return way + (was * change - was);
}

} // namespace mdsim
