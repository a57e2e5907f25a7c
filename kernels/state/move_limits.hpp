// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "state/allowed_move.hpp"

namespace mdsim {

/// How far atoms may move before something happens [length]; what is negative any move is beyond.
struct MoveLimits {
    double largest = 0;     ///< in one step: beyond this it is a fault
    double allowed = 0;     ///< from the reference: beyond this lists may be stale
    double noted = 0;       ///< beyond this an atom is looked at closer; `allowed` or less
    double against_all = 0; ///< beyond this a search tests an atom against all others
    double farthest = 0;    ///< beyond this a search does not see all pairs: lists count as stale

    bool operator==(const MoveLimits&) const = default;
};

/// A part of the skin, of a pair of atoms that were not listed at the last rebuild: what is left of
/// it in a strained box is so much less for each part by which lengths have become shorter.
struct SkinPart {
    double unstrained = 0; ///< [length]
    double per_strain = 0; ///< [length]

    /// `strain` is 1 less the ratio of lengths.
    MDSIM_HD double left(double strain) const { return unstrained - strain * per_strain; }

    bool operator==(const SkinPart&) const = default;
};

/// What the limits of moves follow from, whatever the box is.
struct MoveRule {
    double largest = 0; ///< as in MoveLimits
    AllowedMove allowed;
    /// Where missing pairs are searched for; otherwise an atom beyond `allowed` is enough.
    bool searches = false;
    SkinPart noted{};
    SkinPart against_all{};
    SkinPart farthest{};

    /// The limits in a box with edges `now`, where they were `built` at the last rebuild.
    MDSIM_HD MoveLimits at(const LowerTriangular<double>& built,
                           const LowerTriangular<double>& now) const {
        MoveLimits limits;
        limits.largest = largest;
        limits.allowed = limits.noted = allowed.in(built, now);
        if (!searches) return limits;
        const double strain = 1 - least_length_ratio(built, now);
        const double closer = noted.left(strain);
        if (closer < limits.allowed) limits.noted = closer;
        limits.against_all = against_all.left(strain);
        limits.farthest = farthest.left(strain);
        return limits;
    }

    bool operator==(const MoveRule&) const = default;
};

} // namespace mdsim
