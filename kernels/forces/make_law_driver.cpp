// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"
#include "kernels/forces/law_driver.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

template <class P>
std::unique_ptr<LawDriver<P>> make_law_driver(const Stream& stream,
                                              const AnyPairTable<typename P::Real>& table) {
    auto driver = truncated_driver<P, Shifted>(stream, table);
    if (!driver) driver = truncated_driver<P, ForceShifted>(stream, table);
    if (!driver) driver = truncated_driver<P, Switched>(stream, table);
    MDSIM_REQUIRE(driver != nullptr);
    return driver;
}

template std::unique_ptr<LawDriver<MixedPrecision>>
make_law_driver<MixedPrecision>(const Stream&, const AnyPairTable<float>&);
template std::unique_ptr<LawDriver<DoublePrecision>>
make_law_driver<DoublePrecision>(const Stream&, const AnyPairTable<double>&);

} // namespace mdsim
