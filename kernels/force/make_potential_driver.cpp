// SPDX-License-Identifier: BSD-3-Clause
#include "core/contract.hpp"
#include "kernels/force/potential_driver.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

template <class P>
std::unique_ptr<PotentialDriver<P>>
make_potential_driver(const Stream& stream, const AnyPairTable<typename P::Real>& table) {
    auto driver = truncated_driver<P, Shifted>(stream, table);
    if (!driver) driver = truncated_driver<P, ForceShifted>(stream, table);
    if (!driver) driver = truncated_driver<P, Switched>(stream, table);
    MDSIM_REQUIRE(driver != nullptr);
    return driver;
}

template std::unique_ptr<PotentialDriver<MixedPrecision>>
make_potential_driver<MixedPrecision>(const Stream&, const AnyPairTable<float>&);
template std::unique_ptr<PotentialDriver<DoublePrecision>>
make_potential_driver<DoublePrecision>(const Stream&, const AnyPairTable<double>&);

} // namespace mdsim
