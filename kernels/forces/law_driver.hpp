// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "kernels/forces/walk_args.hpp"
#include "kernels/runtime/stream.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

/// The kernels of one truncated law.
template <class P> class LawDriver {
  public:
    virtual ~LawDriver() = default;

    /// Queues forces that are stored, with energies and virial if `totals` is given.
    virtual void store(const Stream& stream, const WalkArgs<P>& args,
                       DeviceSums<pair_sums>* totals) const = 0;

    /// Queues forces that move the atoms.
    virtual void advance(const Stream& stream, const WalkArgs<P>& args,
                         const AdvanceArgs<P>& advance) const = 0;

    virtual std::size_t bytes() const = 0;
};

/// The driver of a table if its law is truncated in a given way, else null.
template <class P, template <class> class Truncated>
std::unique_ptr<LawDriver<P>> truncated_driver(const Stream& stream,
                                               const AnyPairTable<typename P::Real>& table);

/// The kernels for a table, whatever its law.
template <class P>
std::unique_ptr<LawDriver<P>> make_law_driver(const Stream& stream,
                                              const AnyPairTable<typename P::Real>& table);

} // namespace mdsim
