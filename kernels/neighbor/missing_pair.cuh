// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/find_missing_pairs.hpp"
#include "kernels/neighbor/relative.cuh"
#include "kernels/state/read_in_place.cuh"

namespace mdsim {

inline constexpr std::uint32_t search_threads = 256;
inline constexpr std::uint32_t search_warps = search_threads / warp_lanes;

/// The same search of the positions after step kernel `kernel`, a number in the pass; or if that is
/// negative of those in use.
template <class P>
__device__ MissingPairSearch<P> searched_after(MissingPairSearch<P> search, int kernel) {
    const Control& control = *search.atoms.control;
    const StepBoxes<P>& boxes = search.atoms.boxes;
    search.box = kernel < 0 ? &boxes.now(control.pass, kernel) : &boxes.next(control.pass, kernel);
    return search;
}

/// An atom now and when lists were built.
template <class P> struct MovedAtom {
    Site<P> now;
    Site<P> then;
};

template <class P>
__device__ MovedAtom<P> displaced_atom(const AtomsView<P>& atoms, int buffer, LocalIndex atom) {
    return {pick(atoms.site, buffer)[atom], atoms.reference[atom]};
}

/// How far an atom is from where it was, in the present box [length^2].
template <class P>
__device__ typename P::Real moved2(const MissingPairSearch<P>& search, const MovedAtom<P>& atom) {
    const auto d =
        nearest<P>(atom.now.position(), atom.then.position(), search.box->lengths.length);
    return dot(d, d);
}

/// Whether the pair of `a` with an atom that is at `site` now is missing: it is within a cutoff in
/// the present box, and was not within the range of the lists in that of the last rebuild. `then()`
/// is where the other was.
template <class P, class Then>
__device__ bool is_missing_pair(const MissingPairSearch<P>& search, const MovedAtom<P>& a,
                                const Site<P>& site, const Then& then) {
    using Real = typename P::Real;
    const auto now =
        nearest<P>(site.position(), a.now.position(), read_in_place(&search.box->lengths.length));
    const Real now2 = dot(now, now);
    if (now2 > search.largest_within2) return false;
    const auto before =
        nearest<P>(then().position(), a.then.position(), read_in_place(search.source.built));
    const Real before2 = dot(before, before);
    const std::uint32_t types = search.source.types;
    for (std::uint32_t potential = 0; potential < search.source.potentials; ++potential) {
        const std::uint32_t k =
            (potential * types + static_cast<std::uint32_t>(a.now.type)) * types +
            static_cast<std::uint32_t>(site.type);
        if (now2 <= search.within2[k] && before2 > search.listed2[k]) return true;
    }
    return false;
}

} // namespace mdsim
