// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/buffer.hpp"
#include "core/fixed_sum.hpp"
#include "core/vec3.hpp"
#include "ops/atom_columns.hpp"
#include "ops/atom_products.hpp"

namespace mdsim {

/// What time origins keep of atoms, and what is summed over them.
struct OriginRequest {
    AnyColumn column; ///< its values are Vec3<double>
    AnyProduct product;
    std::size_t types = 1; ///< of atoms
};

/// Vectors of the atoms of this rank's block of ids as they were at several times, the origins, and
/// sums of products of them with those of now; in the memory where the atoms are.
class TimeOrigins {
  public:
    /// A copy for files: in the order of ids, never changed.
    using Array = std::shared_ptr<const Buffer<Vec3<double>, Host>>;

    virtual ~TimeOrigins() = default;

    /// Takes the vectors of now. Collective.
    virtual void look() = 0;

    /// Makes what look() took last the newest origin.
    virtual void keep() = 0;
    virtual void drop_oldest() = 0;
    virtual std::size_t size() const = 0;

    /// Sums over the atoms of each type of their product with now: [origin * types + type], the
    /// oldest origin first, at the scale of correlations. Free of order.
    virtual std::vector<FixedSum> sums() = 0;

    /// An origin for a checkpoint, and the way back: it becomes the newest.
    virtual Array array(std::size_t origin) = 0;
    virtual void restore(const Array& origin) = 0;
};

} // namespace mdsim
