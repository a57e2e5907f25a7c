// SPDX-License-Identifier: BSD-3-Clause
// Which kernels read curves.
#include "cpu/potential_columns.hpp"

#include "physics/pair/pair_table.hpp"
#include "physics/potentials.hpp"
#include "support/catch.hpp"
#include "support/force_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The columns of the first potential of a field.
template <class P> PotentialColumns<P> first_columns(const ForceField& field) {
    return PotentialSet<P>(field, {0.3, 0, 64}).potentials.front();
}

} // namespace

TEST_CASE("potentials that read samples have a curve where there is one type", "[cpu]") {
    const CpuKernels<MixedPrecision>& kernels = cpu_kernels<MixedPrecision>();
    const Truncation truncation = GENERATE(from_range(all_truncations()));
    for (const ForceField& field :
         {single(tabulated_lennard_jones(4000, true), truncation),
          single(potential_by(MorseParams{1, 4, 1.2}), truncation),
          single(potential_by(MieParams{1, 1, 14, 6}), truncation), sums(1, Truncation::smooth)}) {
        const std::size_t kind = make_pair_tables<float>(field).front().index();
        const auto columns = first_columns<MixedPrecision>(field);
        REQUIRE(!columns.force_curve.pieces.empty());
        for (const WantedSums wanted : {WantedSums::none, WantedSums::diagonals, WantedSums::all})
            CHECK(columns.force(wanted) == kernels.curve_potential(kind, wanted));
        CHECK(columns.table().force_curve.piece == columns.force_curve.pieces.data());
        CHECK(first_columns<DoublePrecision>(field).force_curve.pieces.empty());
    }
    CHECK(first_columns<MixedPrecision>(sums(2, truncation)).force_curve.pieces.empty());
    CHECK(first_columns<MixedPrecision>(argon()).force_curve.pieces.empty());
}
