// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "domain/partition.hpp"

namespace mdsim {

/// A distance in 2^-32 of the box height in each direction, rounded up, at most 2^32.
///
/// Two units are added, for the bits that 64-bit fractions lose here, so a test against it errs
/// only towards "in range".
Vec3<std::int64_t> range_in_fractions(const Box& box, double range);

/// How many cells away an atom within `range` [length] can be in each direction.
Vec3<int> range_in_cells(const CellGrid& grid, const Box& box, double range);

/// The cells within `range` of a brick in every direction, the brick included; wrapped where the
/// box is periodic. A product of one set of coordinates a direction.
class HaloRegion {
  public:
    HaloRegion(const CellGrid& grid, const Brick& brick, const Vec3<int>& range,
               const std::array<bool, 3>& periodic);

    bool contains(const Vec3<int>& c) const {
        return inside(0, c.x) && inside(1, c.y) && inside(2, c.z);
    }
    /// The coordinates in direction d, ascending, each once.
    const std::vector<int>& coordinates(int d) const {
        return coordinates_[static_cast<std::size_t>(d)];
    }

  private:
    bool inside(int d, int c) const {
        return inside_[static_cast<std::size_t>(d)][static_cast<std::size_t>(c)] != 0;
    }

    std::array<std::vector<int>, 3> coordinates_;
    std::array<std::vector<char>, 3> inside_;
};

/// The cells that a brick sees but does not hold, in the order of the global grid, each once.
std::vector<std::int64_t> seen_cells(const CellGrid& grid, const Brick& brick,
                                     const Vec3<int>& range, const std::array<bool, 3>& periodic);

/// Whether atoms lie within a range of a brick, at any image: a pure function of the atom's
/// fractions.
///
/// Distances to the slabs of the brick are integers. The test never misses; in an orthorhombic box
/// it keeps to the true distance up to 1e-6 of it, in a triclinic box to the largest distance
/// across the faces. An empty brick is near nothing.
class RangeTest {
  public:
    RangeTest(const CellGrid& grid, const Box& box, double range, const Brick& brick);

    template <class P> bool operator()(const Site<P>& site) const {
        return near({high_word(site.x), high_word(site.y), high_word(site.z)});
    }

  private:
    template <class Fraction> static std::uint32_t high_word(Fraction u) {
        using Bits = std::make_unsigned_t<Fraction>;
        return static_cast<std::uint32_t>(static_cast<Bits>(u) >> (fraction_bits<Fraction> - 32));
    }
    /// The distance in direction d, at the nearest image, between a place and the brick.
    std::int64_t distance(int d, std::uint32_t u) const;
    bool near(const Vec3<std::uint32_t>& u) const;

    Vec3<std::int64_t> first_; ///< the lowest place inside the brick
    Vec3<std::int64_t> last_;  ///< the highest place inside the brick
    Vec3<std::int64_t> range_;
    Vec3<double> weight_; ///< from fractions to parts of the range; zero in a triclinic box
    std::array<bool, 3> periodic_;
    bool empty_;
};

} // namespace mdsim
