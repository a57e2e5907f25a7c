// SPDX-License-Identifier: BSD-3-Clause
// What looking at all pairs says about lists, for tests of searches that look at few.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>
#include <vector>

#include "core/box.hpp"
#include "core/fraction.hpp"
#include "core/math.hpp"
#include "physics/pair/force_field.hpp"
#include "physics/pair/pair_table.hpp"
#include "state/particles.hpp"

namespace mdsim::test {

/// Pairs within their cutoff that lists lack.
struct MissingPairsFound {
    double farthest = 0; ///< move of an atom [length]
    bool surely = false; ///< within its cutoff, and was out of range when lists were built
    bool maybe = false;  ///< within what the test's rounding can tell
};

/// Looks at all pairs at their nearest images, in double precision.
template <class P> class AllPairs {
  public:
    AllPairs(const ForceField& field, const Box& box, double skin,
             const Particles<P, Host>& particles)
        : AllPairs(field, box.edges, box.edges, skin, particles) {}
    /// Where lists were built in a box with edges `built`, which are `now`.
    AllPairs(const ForceField& field, const LowerTriangular<double>& built,
             const LowerTriangular<double>& now, double skin, const Particles<P, Host>& particles)
        : built_(built), now_(now), skin_(skin), particles_(&particles),
          tables_(make_pair_tables<double>(field)) {}

    /// Of pairs of which one atom has moved at least so much [length].
    MissingPairsFound look(double least) const {
        MissingPairsFound found;
        const std::size_t count = particles_->size();
        std::vector<double> moved(count);
        for (std::size_t i = 0; i < count; ++i) {
            moved[i] = distance(particles_->site[i], particles_->reference[i], now_);
            found.farthest = std::max(found.farthest, moved[i]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; moved[i] > least && j < count; ++j)
                if (i != j) look_at(i, j, found);
        }
        return found;
    }
    /// Of a pair that counts, one atom moved at least half the skin.
    MissingPairsFound look() const { return look(0.49 * skin_); }

    static double distance(const Site<P>& a, const Site<P>& b,
                           const LowerTriangular<double>& edges) {
        const double unit = sizeof(typename P::Fraction) == 4 ? 0x1p-32 : 0x1p-64;
        const auto d = difference(a.position(), b.position());
        const Vec3<double> r =
            unit * (Vec3<double>{static_cast<double>(d.x), static_cast<double>(d.y),
                                 static_cast<double>(d.z)} *
                    edges);
        return std::sqrt(dot(r, r));
    }

  private:
    static constexpr double rounding = 1e-4; ///< of lengths, in what the test computes

    void look_at(std::size_t i, std::size_t j, MissingPairsFound& found) const {
        const double now = distance(particles_->site[i], particles_->site[j], now_);
        const double then = distance(particles_->reference[i], particles_->reference[j], built_);
        for (const auto& table : tables_) {
            const double cutoff = std::sqrt(
                std::max(0.0, cutoff2(table, static_cast<std::size_t>(particles_->site[i].type),
                                      static_cast<std::size_t>(particles_->site[j].type))));
            if (cutoff == 0) continue;
            const double range = cutoff + skin_;
            found.surely |= now < cutoff - rounding && then > range + rounding;
            found.maybe |= now < cutoff + rounding && then > range - rounding;
        }
    }

    static double cutoff2(const AnyPairTable<double>& table, std::size_t a, std::size_t b) {
        return std::visit([a, b](const auto& t) { return t.cutoff_squared[a * t.types + b]; },
                          table);
    }

    LowerTriangular<double> built_;
    LowerTriangular<double> now_;
    double skin_;
    const Particles<P, Host>* particles_;
    std::vector<AnyPairTable<double>> tables_;
};

} // namespace mdsim::test
