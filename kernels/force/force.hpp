// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "kernels/force/walk_args.hpp"
#include "kernels/runtime/stream.hpp"
#include "physics/cluster/cluster_table.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/pair/pair_table.hpp"
#include "state/atom_share.hpp"

namespace mdsim {

/// A force on all atoms, with its kernels; one of a ForceList.
template <class P> class Force {
  public:
    virtual ~Force() = default;

    /// Whether neighbours must know numbers of each atom before the forces can be computed: in
    /// a round, which prepare() queues.
    virtual bool has_round() const { return false; }

    /// How many numbers of each atom neighbours must know then.
    virtual std::size_t channel_width() const { return has_round() ? 1 : 0; }

    /// Queues the round: fills the channel of `args` for the atoms of this rank and sends it to the
    /// halos of others. All ranks synchronize behind it.
    virtual void prepare(const Stream&, const WalkArgs<P>&, const RoundArgs<P>&) const {}

    /// Queues forces that are stored, with energies and virial if `totals` is given.
    virtual void store(const Stream& stream, const WalkArgs<P>& args,
                       DeviceSums<pair_sums>* totals) const = 0;

    /// Queues forces that are stored, and the end of the step before.
    virtual void complete(const Stream& stream, const WalkArgs<P>& args,
                          const CompleteArgs<P>& complete) const = 0;

    /// Queues forces that move the atoms.
    virtual void advance(const Stream& stream, const WalkArgs<P>& args,
                         const AdvanceArgs<P>& advance) const = 0;

    /// Queues what it gives each atom of energy and virial, added to `share`; the round of the
    /// same positions must have been done.
    virtual void add_shares(const Stream& stream, const WalkArgs<P>& args,
                            AtomShare<P>* share) const = 0;

    virtual std::size_t bytes() const = 0;
};

/// The force of a table if its potential is truncated in a given way, otherwise null.
template <class P, template <class> class Truncated>
std::unique_ptr<Force<P>> truncated_force(const Stream& stream,
                                          const AnyPairTable<typename P::Real>& table);

/// The force of a table of any pair functional.
template <class P>
std::unique_ptr<Force<P>> make_functional_force(const Stream& stream,
                                                const AnyFunctionalTable<typename P::Real>& table);

/// The force of a table of any moment functional.
template <class P>
std::unique_ptr<Force<P>> make_moment_force(const Stream& stream,
                                            const AnyMomentTable<typename P::Real>& table);

/// The force of a table of any cluster functional; `range` is the largest cutoff of the force field
/// [length].
template <class P>
std::unique_ptr<Force<P>> make_cluster_force(const Stream& stream,
                                             const AnyClusterTable<typename P::Real>& table,
                                             double range);

/// The force of a table, whatever its potential.
template <class P>
std::unique_ptr<Force<P>> make_pair_force(const Stream& stream,
                                          const AnyPairTable<typename P::Real>& table);

} // namespace mdsim
