// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// A number of each atom, owned and of the halo, that neighbours know beside its position, as
/// kernels see it. It lives within a step: written in its round, read by the walks behind it.
template <class P> struct ChannelView {
    using Real = typename P::Real;

    Real* value;          ///< [local atom]; null where no force has a round
    Real* const* of_rank; ///< the same of each rank, to be written; null for a rank that is alone
};

} // namespace mdsim
