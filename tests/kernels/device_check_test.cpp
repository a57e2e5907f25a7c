// SPDX-License-Identifier: BSD-3-Clause
// Lists serve until a pair comes within its cutoff that they lack: as found by looking at all
// pairs.
#include "kernels/checked_fluid.hpp"
#include "physics/pair/pair_table.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double rounding = 1e-4; ///< of lengths, in what the test computes

/// What all pairs say about the lists.
struct Lacking {
    double farthest = 0; ///< move of an atom [length]
    bool surely =
        false;          ///< a pair is within its cutoff, and was out of range when lists were built
    bool maybe = false; ///< within what the test's rounding can tell
};

template <class P> class AllPairs {
  public:
    AllPairs(const Melt& melt, const Particles<P, Host>& particles)
        : melt_(&melt), particles_(&particles), tables_(make_pair_tables<double>(melt.field)) {}

    Lacking look() const {
        Lacking found;
        const std::size_t count = particles_->size();
        std::vector<double> moved(count);
        for (std::size_t i = 0; i < count; ++i) {
            moved[i] = distance(particles_->site[i], particles_->reference[i]);
            found.farthest = std::max(found.farthest, moved[i]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            // Of a pair that counts, one atom moved at least half the skin.
            for (std::size_t j = 0; moved[i] > 0.49 * checked_skin && j < count; ++j)
                if (i != j) look_at(i, j, found);
        }
        return found;
    }

  private:
    double distance(const Site<P>& a, const Site<P>& b) const {
        const double unit = sizeof(typename P::Fraction) == 4 ? 0x1p-32 : 0x1p-64;
        const auto d = difference(a.position(), b.position());
        const Vec3<double> r =
            unit * (Vec3<double>{static_cast<double>(d.x), static_cast<double>(d.y),
                                 static_cast<double>(d.z)} *
                    melt_->box.edges);
        return std::sqrt(dot(r, r));
    }

    void look_at(std::size_t i, std::size_t j, Lacking& found) const {
        const double now = distance(particles_->site[i], particles_->site[j]);
        const double then = distance(particles_->reference[i], particles_->reference[j]);
        for (const auto& table : tables_) {
            const double cutoff = std::sqrt(
                std::max(0.0, cutoff2(table, static_cast<std::size_t>(particles_->site[i].type),
                                      static_cast<std::size_t>(particles_->site[j].type))));
            if (cutoff == 0) continue;
            const double range = cutoff + checked_skin;
            found.surely |= now < cutoff - rounding && then > range + rounding;
            found.maybe |= now < cutoff + rounding && then > range - rounding;
        }
    }

    static double cutoff2(const AnyPairTable<double>& table, std::size_t a, std::size_t b) {
        return std::visit([a, b](const auto& t) { return t.cutoff_squared[a * t.types + b]; },
                          table);
    }

    const Melt* melt_;
    const Particles<P, Host>* particles_;
    std::vector<AnyPairTable<double>> tables_;
};

} // namespace

TEMPLATE_TEST_CASE("lists serve until they lack a pair", "[gpu]", MixedPrecision, DoublePrecision) {
    int lacking = 0;
    for (const Melt& melt : {argon_melt(), tilted_mixture()}) {
        CheckedFluid<TestType> fluid(melt);
        double farthest = 0;
        while (fluid.rebuilds < 4) {
            const bool due = fluid.run(1);
            const Lacking found = AllPairs<TestType>(melt, fluid.system.look().particles).look();
            CAPTURE(fluid.step, found.farthest);
            if (found.surely) CHECK(due);
            if (!found.maybe && found.farthest < 0.8 * checked_skin) CHECK_FALSE(due);
            farthest = std::max(farthest, due ? 0 : found.farthest);
            lacking += found.surely ? 1 : 0;
            if (due) fluid.rebuild();
        }
        CHECK(farthest > 0.6 * checked_skin);
    }
    CHECK(lacking > 0);
}

TEMPLATE_TEST_CASE("lists serve on where atoms of one cell are far, and others many around them",
                   "[gpu]", MixedPrecision, DoublePrecision) {
    // Each of 80 has some 25 groups within reach, which is more than are noted of a cell.
    const Melt melt = argon_melt();
    CheckedFluid<TestType> fluid(melt);
    fluid.begin_with(fast_cell<TestType>(10));
    int served = 0;
    for (bool due = false; !due;) {
        due = fluid.run(1);
        const Lacking found = AllPairs<TestType>(melt, fluid.system.look().particles).look();
        CAPTURE(fluid.step, found.farthest);
        if (found.surely) CHECK(due);
        if (!found.maybe && found.farthest < 0.8 * checked_skin) CHECK_FALSE(due);
        served += !due && found.farthest > 0.6 * checked_skin ? 1 : 0;
    }
    CHECK(served > 0);
}
