// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include "kernels/device_fluid.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Where each atom is and how fast, and in which image of the box, by its id.
template <class P> struct ById {
    std::vector<Vec3<typename P::Fraction>> position;
    std::vector<Vec3<typename P::Real>> velocity;
    std::vector<Vec3<std::int32_t>> image;

    explicit ById(const Particles<P, Host>& p)
        : position(p.size()), velocity(p.size()), image(p.size()) {
        for (std::size_t i = 0; i < p.size(); ++i) {
            const auto id = static_cast<std::size_t>(p.id[i]);
            position.at(id) = p.site[i].position();
            velocity.at(id) = {p.velocity[i].x, p.velocity[i].y, p.velocity[i].z};
            image.at(id) = p.image[i];
        }
    }
    bool operator==(const ById&) const = default;
};

bool same_order(const LocalCells& a, const LocalCells& b) {
    return std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                      [](const LocalCell& x, const LocalCell& y) { return x.cell == y.cell; });
}

} // namespace

TEMPLATE_TEST_CASE("bits do not depend on the order in which a device keeps its cells", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    for (const bool exact : {false, true}) {
        Melt melt{mixture(2.5), 25, {128, 2}, exact};
        Fluid<TestType> plain(melt);
        plain.run(60);
        CHECK(plain.rebuilds > 2);
        const ById<TestType> expected(plain.system.atoms().look().particles);
        for (const int width : {1, 2}) {
            melt.column_width = width;
            Fluid<TestType> columns(melt);
            columns.run(60);
            CHECK(columns.rebuilds == plain.rebuilds);
            CHECK_FALSE(
                same_order(columns.system.atoms().look().cells, plain.system.atoms().look().cells));
            CHECK(ById<TestType>(columns.system.atoms().look().particles) == expected);
        }
    }
}
