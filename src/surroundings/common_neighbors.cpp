// SPDX-License-Identifier: BSD-3-Clause
#include "surroundings/common_neighbors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr std::size_t close_packed = 12; ///< neighbours in fcc, hcp and icosahedra

using Bits = std::uint32_t;

/// Which of the neighbours of an atom are bonded to each other: a bit for each pair.
class BondTable {
  public:
    BondTable(std::span<const Neighbor> neighbors, double cutoff2) : size_(neighbors.size()) {
        MDSIM_EXPECT(size_ <= adaptive_neighbors);
        for (std::size_t a = 0; a < size_; ++a)
            for (std::size_t b = a + 1; b < size_; ++b) {
                const Vec3<double> way = neighbors[b].way - neighbors[a].way;
                if (!(dot(way, way) < cutoff2)) continue;
                of_[a] |= Bits{1} << b;
                of_[b] |= Bits{1} << a;
            }
    }

    std::size_t size() const { return size_; }
    Bits of(std::size_t neighbor) const { return of_[neighbor]; }

    /// The number of bonds among a group of neighbours, of which each sees both ends.
    int ends_among(Bits group) const {
        int ends = 0;
        for (Bits left = group; left != 0; left &= left - 1)
            ends += std::popcount(of_[index(left)] & group);
        return ends;
    }

    /// Those of a group that bonds connect with its first member.
    Bits connected(Bits group) const {
        Bits found = group & ~(group - 1);
        for (Bits left = found; left != 0;) {
            const std::size_t next = index(left);
            left &= left - 1;
            const Bits more = of_[next] & group & ~found;
            found |= more;
            left |= more;
        }
        return found;
    }

  private:
    static std::size_t index(Bits bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

    std::size_t size_;
    std::array<Bits, adaptive_neighbors> of_{};
};

/// The three numbers of a pair as one, 421: common neighbours, bonds between them, and bonds of
/// the longest chain, which is the largest group that bonds connect.
int signature_of(const BondTable& bonds, std::size_t neighbor) {
    const Bits common = bonds.of(neighbor);
    int longest = 0;
    for (Bits left = common; left != 0;) {
        const Bits group = bonds.connected(left);
        longest = std::max(longest, bonds.ends_among(group) / 2);
        left &= ~group;
    }
    return 100 * std::popcount(common) + 10 * (bonds.ends_among(common) / 2) + longest;
}

/// How many pairs of an atom have a signature.
int count(const BondTable& bonds, int signature) {
    int found = 0;
    for (std::size_t i = 0; i < bonds.size(); ++i) found += signature_of(bonds, i) == signature;
    return found;
}

CrystalKind kind_of_twelve(const BondTable& bonds) {
    const int first = signature_of(bonds, 0);
    if (first == 555)
        return count(bonds, 555) == 12 ? CrystalKind::icosahedral : CrystalKind::other;
    if (first != 421 && first != 422) return CrystalKind::other;
    const int even = count(bonds, 421);
    if (even == 12) return CrystalKind::fcc;
    return even == 6 && count(bonds, 422) == 6 ? CrystalKind::hcp : CrystalKind::other;
}

CrystalKind kind_of_fourteen(const BondTable& bonds) {
    const int first = signature_of(bonds, 0);
    if (first != 666 && first != 444) return CrystalKind::other;
    return count(bonds, 666) == 8 && count(bonds, 444) == 6 ? CrystalKind::bcc : CrystalKind::other;
}

/// A cutoff half way between two shells, whose radii are as 1 to sqrt 2, of a mean distance.
double between_shells2(double mean) {
    const double cutoff = (1 + std::numbers::sqrt2) / 2 * mean;
    return cutoff * cutoff;
}

double sum_of_distances(std::span<const Neighbor> neighbors) {
    double sum = 0;
    for (const Neighbor& neighbor : neighbors) sum += std::sqrt(neighbor.distance2);
    return sum;
}

} // namespace

CrystalKind kind_by_cutoff(std::span<const Neighbor> neighbors, double cutoff) {
    MDSIM_EXPECT(cutoff > 0);
    const double cutoff2 = cutoff * cutoff;
    if (neighbors.size() == close_packed) return kind_of_twelve(BondTable(neighbors, cutoff2));
    if (neighbors.size() == adaptive_neighbors)
        return kind_of_fourteen(BondTable(neighbors, cutoff2));
    return CrystalKind::other;
}

CrystalKind kind_by_nearest(std::span<const Neighbor> nearest) {
    if (nearest.size() < close_packed) return CrystalKind::other;
    const auto twelve = nearest.first(close_packed);
    const CrystalKind kind =
        kind_of_twelve(BondTable(twelve, between_shells2(sum_of_distances(twelve) / close_packed)));
    if (kind != CrystalKind::other || nearest.size() < adaptive_neighbors) return kind;
    const auto fourteen = nearest.first(adaptive_neighbors);
    constexpr std::size_t first_shell = 8;
    const double constants =
        2 / std::numbers::sqrt3 * sum_of_distances(fourteen.first(first_shell)) +
        sum_of_distances(fourteen.subspan(first_shell));
    return kind_of_fourteen(BondTable(fourteen, between_shells2(constants / adaptive_neighbors)));
}

} // namespace mdsim
