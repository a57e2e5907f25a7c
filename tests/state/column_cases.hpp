// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>

#include "state/particles.hpp"

namespace mdsim::test {

/// Columns that differ from each other and from those of any other atom, whatever is in the list.
template <class P> FollowingColumns<P, OneAtom> marked_columns(ParticleId id) {
    FollowingColumns<P, OneAtom> columns{};
    unsigned char mark = static_cast<unsigned char>(7 * id);
    for_each_column(
        [&](auto& number) {
            unsigned char bytes[sizeof number];
            for (unsigned char& byte : bytes) byte = mark++;
            std::memcpy(&number, bytes, sizeof number);
        },
        columns);
    columns.id = id;
    return columns;
}

/// Gives an atom marked columns.
template <class P> void mark(Migrant<P>& atom, ParticleId id) {
    static_cast<FollowingColumns<P, OneAtom>&>(atom) = marked_columns<P>(id);
}

/// Whether two atoms have the same columns, to the last bit.
template <class A, class B> bool same_columns(const A& a, const B& b) {
    bool same = true;
    for_each_column(
        [&](const auto& x, const auto& y) { same = same && std::memcmp(&x, &y, sizeof x) == 0; }, a,
        b);
    return same;
}

} // namespace mdsim::test
