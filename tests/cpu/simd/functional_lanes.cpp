// SPDX-License-Identifier: BSD-3-Clause
// Compiled once a SIMD level, as the kernels are.
#include "cpu/simd/functional_lanes.hpp"

#include "cpu/simd/force_entries.hpp"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// A truncated pair potential, written as a functional whose slopes do nothing.
template <class Real> class AsFunctional {
  public:
    using value_type = Real;
    template <class Other> using rebind = AsFunctional<Other>;
    static constexpr bool uses_samples = false;
    struct Embedding {};

    MDSIM_HD PairTerm<Real> operator()(Real r2, Real own, Real other) const {
        const Real nothing(static_cast<Scalar<Real>>(0));
        PairTerm<Real> term = potential_(r2);
        term.energy = fused_multiply_add(own + other, nothing, term.energy);
        term.force_over_r = fused_multiply_add(own + other, nothing, term.force_over_r);
        return term;
    }

  private:
    Shifted<LennardJones<Real>> potential_;
};

template <class P, WantedSums wanted, TypeTable table> static test::PotentialKernels<P> kernels() {
    using Real = typename P::Real;
    return {&walk_tile<PotentialWalk<Shifted<LennardJones<Real>>, wanted>, table, P>,
            &walk_tile<FunctionalWalk<AsFunctional<Real>, wanted>, table, P>};
}

template <class P, WantedSums wanted>
static test::PotentialKernels<P> kernels_for(std::size_t types) {
    if (types == 1) return kernels<P, wanted, TypeTable::single>();
    if (types * types <= 16) return kernels<P, wanted, TypeTable::few>();
    return kernels<P, wanted, TypeTable::many>();
}

test::PotentialKernels<MixedPrecision> mixed_potential(bool with_energy, std::size_t types) {
    return with_energy ? kernels_for<MixedPrecision, WantedSums::all>(types)
                       : kernels_for<MixedPrecision, WantedSums::none>(types);
}
test::PotentialKernels<DoublePrecision> double_potential(bool with_energy, std::size_t types) {
    return with_energy ? kernels_for<DoublePrecision, WantedSums::all>(types)
                       : kernels_for<DoublePrecision, WantedSums::none>(types);
}

} // namespace mdsim::simd::MDSIM_SIMD
