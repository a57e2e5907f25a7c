// SPDX-License-Identifier: BSD-3-Clause
// The list of columns: it has all there are, and what walks over it keeps them whole.
#include "support/catch.hpp"

#include <vector>

#include "state/column_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Mixed = FollowingColumns<MixedPrecision, Pointers>;

/// The columns with one that the list has forgotten.
struct Forgotten : Mixed {
    float* charge;
};

static_assert(visits_all<Mixed>());
static_assert(!visits_all<Forgotten>());

/// A position, the columns and so many bytes more without gaps: only the end is padded.
template <class P> constexpr std::size_t packed_bytes(std::size_t more) {
    const std::size_t bytes = sizeof(Site<P>) + following_bytes<P>() + more;
    return (bytes + alignof(Site<P>) - 1) / alignof(Site<P>) * alignof(Site<P>);
}

// What ranks and devices send each other.
static_assert(sizeof(Migrant<MixedPrecision>) == packed_bytes<MixedPrecision>(0));
static_assert(sizeof(Migrant<DoublePrecision>) == packed_bytes<DoublePrecision>(0));
static_assert(sizeof(AtomRecord<MixedPrecision>) ==
              packed_bytes<MixedPrecision>(sizeof(Vec3<MixedPrecision::Fraction>)));

} // namespace

TEMPLATE_TEST_CASE("columns are loaded and stored whole", "[columns]", MixedPrecision,
                   DoublePrecision) {
    constexpr LocalIndex atoms = 5;
    FollowingColumns<TestType, Buffers<Host>> arrays;
    for_each_column([](auto& column) { column.resize_discard(atoms); }, arrays);
    for (LocalIndex i = 0; i < atoms; ++i) store_columns(marked_columns<TestType>(i), arrays, i);
    const auto pointers = pointers_to(arrays);
    for (LocalIndex i = 0; i < atoms; ++i) {
        AtomRecord<TestType> record{};
        load_columns(arrays, i, record);
        CHECK(same_columns(record, marked_columns<TestType>(i)));
        CHECK_FALSE(same_columns(record, marked_columns<TestType>(i + 1)));
        FollowingColumns<TestType, OneAtom> atom;
        load_columns(pointers, i, atom);
        CHECK(same_columns(atom, record));
    }
}

TEMPLATE_TEST_CASE("one atom's bytes are those of its columns", "[columns]", MixedPrecision,
                   DoublePrecision) {
    FollowingColumns<TestType, Buffers<Host>> arrays;
    std::size_t bytes = 0;
    for_each_column(
        [&](auto& column) {
            column.resize_discard(1);
            bytes += column.span().size_bytes();
        },
        arrays);
    CHECK(bytes == following_bytes<TestType>());
}

TEST_CASE("columns of a halo are among those that follow", "[columns]") {
    FollowingColumns<MixedPrecision, Buffers<Host>> arrays;
    int halo = 0;
    for_each_halo_column(
        [&](auto& column) {
            column.resize_discard(3);
            ++halo;
        },
        arrays);
    int there = 0;
    for_each_column([&](const auto& column) { there += column.size() == 3 ? 1 : 0; }, arrays);
    CHECK(there == halo);
    CHECK(arrays.id.size() == 3);
}
