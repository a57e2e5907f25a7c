// SPDX-License-Identifier: BSD-3-Clause
#include "core/contract.hpp"
#include "kernels/force/force.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

template <class P>
std::unique_ptr<Force<P>> make_pair_force(const Stream& stream,
                                          const AnyPairTable<typename P::Real>& table) {
    auto force = truncated_force<P, Shifted>(stream, table);
    if (!force) force = truncated_force<P, ForceShifted>(stream, table);
    if (!force) force = truncated_force<P, Switched>(stream, table);
    MDSIM_REQUIRE(force != nullptr);
    return force;
}

template std::unique_ptr<Force<MixedPrecision>>
make_pair_force<MixedPrecision>(const Stream&, const AnyPairTable<float>&);
template std::unique_ptr<Force<DoublePrecision>>
make_pair_force<DoublePrecision>(const Stream&, const AnyPairTable<double>&);

} // namespace mdsim
