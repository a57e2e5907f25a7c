// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "core/contract.hpp"
#include "core/tagged_real.hpp"
#include "kernels/force/walk_args.hpp"

namespace mdsim {

/// What a walk knows of an atom beside its position where neither its type nor one number of the
/// channel is enough: its number and its type.
template <class P> struct NumberContent {
    using Real = typename P::Real;
    static constexpr bool from_channel = false;
    static constexpr std::uint32_t type_bits = 4; ///< for most_tagged_types
    static constexpr std::uint32_t most_atoms = 1u << (32 - type_bits);

    template <class Reading>
    __device__ static Real of(const WalkArgs<P>&, const Site<P>& site, LocalIndex atom) {
        MDSIM_EXPECT(atom < most_atoms);
        const auto type = static_cast<std::uint32_t>(site.type);
        return std::bit_cast<Real>(static_cast<BitsOf<Real>>(atom << type_bits | type));
    }
    __device__ static std::uint32_t number_and_type(Real content) {
        return static_cast<std::uint32_t>(std::bit_cast<BitsOf<Real>>(content));
    }
    __device__ static std::uint32_t type_of(std::uint32_t number_and_type) {
        return number_and_type % (1u << type_bits);
    }
    __device__ static LocalIndex atom_of(std::uint32_t number_and_type) {
        return number_and_type >> type_bits;
    }
};

} // namespace mdsim
