// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/tagged_real.hpp"
#include "kernels/force/walk_args.hpp"

namespace mdsim {

// What a walk knows of an atom beside its position: the fourth number of the record of a j-atom,
// and the same of the atom itself. `from_channel`: a round has just written it.

/// Its type, as bits: for pair potentials and densities.
template <class P> struct TypeContent {
    using Real = typename P::Real;
    static constexpr bool from_channel = false;

    template <class Reading>
    __device__ static Real of(const WalkArgs<P>&, const Site<P>& site, LocalIndex) {
        Real bits;
        static_assert(sizeof bits == sizeof site.type);
        memcpy(&bits, &site.type, sizeof bits);
        return bits;
    }

    /// The type of an atom by such bits.
    __device__ static std::uint32_t type_of(Real content) {
        typename P::Fraction type;
        memcpy(&type, &content, sizeof type);
        return static_cast<std::uint32_t>(type);
    }
};

/// The number that its round has computed for neighbours, tagged with its type.
template <class P> struct ChannelContent {
    using Real = typename P::Real;
    static constexpr bool from_channel = true;

    template <class Reading>
    __device__ static Real of(const WalkArgs<P>& args, const Site<P>&, LocalIndex atom) {
        return of_channel<Reading>(args, atom);
    }
    template <class Reading>
    __device__ static Real of_channel(const WalkArgs<P>& args, LocalIndex atom) {
        return Reading::changing_number(&args.channel.value[atom]);
    }

    __device__ static std::uint32_t type_of(Real content) { return type_in(content); }
};

} // namespace mdsim
