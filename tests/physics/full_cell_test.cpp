// SPDX-License-Identifier: BSD-3-Clause
// The distribution of boxes whose angles are free, of a system for which it is known.
#include <array>
#include <cmath>

#include "physics/coupling/barostats.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

double none(double) { return 1; }

/// A box whose edges are held by springs to the origin, with the pressure of so many atoms at rest.
///
/// Cells h have the density det(h)^(atoms - 2) exp(-stiffness tr(h h^T) / 2 kT), so h h^T has a
/// Wishart distribution of atoms + 1 degrees of freedom; the squares of the diagonal of h, as a
/// triangular matrix, are chi-squared of atoms + 1, atoms and atoms - 1 of them, and the elements
/// beside it are normal (Bartlett 1933; Muirhead 1982, theorem 3.2.14).
struct Cell {
    double atoms = 8;
    double temperature = 1.5;
    double stiffness = 0.3;
    LowerTriangular<double> h{4, 0.5, 5, -0.3, 0.2, 4.5};

    double volume() const { return h.xx * h.yy * h.zz; }
    double energy() const {
        const double square =
            h.xx * h.xx + h.xy * h.xy + h.yy * h.yy + h.xz * h.xz + h.yz * h.yz + h.zz * h.zz;
        return 0.5 * stiffness * square - atoms * temperature * std::log(volume());
    }
    BarostatAction action(double time, Step step) const {
        BarostatAction a;
        const double pressed = atoms * temperature;
        a.virial = {pressed - stiffness * (h.xx * h.xx + h.xy * h.xy + h.xz * h.xz),
                    pressed - stiffness * (h.yy * h.yy + h.yz * h.yz),
                    pressed - stiffness * h.zz * h.zz,
                    -stiffness * (h.xy * h.yy + h.xz * h.yz),
                    -stiffness * h.xz * h.zz,
                    -stiffness * h.yz * h.zz};
        a.temperature = temperature;
        a.volume = volume();
        a.degrees_of_freedom = 3 * atoms;
        a.time = time;
        a.noise = barostat_noise(11, step);
        return a;
    }
};

/// Means of squares of the elements, in units of kT / stiffness.
struct Squares {
    std::array<double, 6> mean{};

    template <class Barostat>
    Squares(const Barostat& barostat, double time, Step steps, double atoms) {
        Cell cell;
        cell.atoms = atoms;
        BarostatState state;
        bool possible = true;
        for (Step step = 0; step < steps; ++step) {
            const BoxMove move = barostat.act(cell.action(time, step), state, none);
            possible = possible && move.possible();
            cell.h = cell.h * move.next;
            const auto& h = cell.h;
            const double unit = cell.stiffness / cell.temperature / static_cast<double>(steps);
            const std::array<double, 6> element{h.xx, h.yy, h.zz, h.xy, h.xz, h.yz};
            for (std::size_t k = 0; k < 6; ++k) mean[k] += unit * element[k] * element[k];
        }
        REQUIRE(possible);
    }
};

void check_distribution(const Squares& found) {
    CHECK(found.mean[0] == Approx(9).epsilon(0.04));
    CHECK(found.mean[1] == Approx(8).epsilon(0.04));
    CHECK(found.mean[2] == Approx(7).epsilon(0.04));
    for (std::size_t k = 3; k < 6; ++k) CHECK(found.mean[k] == Approx(1).epsilon(0.15));
}

} // namespace

TEST_CASE("cell rescaling of edges and angles samples the boxes of constant pressure",
          "[cell_rescaling]") {
    const CellRescaling barostat{1, 1, BoxCoupling::full, true};
    check_distribution({barostat, 0.0024, 6000000, 8.0});
}

TEST_CASE("a piston of edges and angles samples the boxes of constant pressure", "[piston]") {
    const Piston piston{1, 3, BoxCoupling::full};
    // Velocities would add kT to what drives each edge, by what they share with the piston.
    check_distribution({piston, 0.02, 3000000, 9.0});
}

TEST_CASE("a piston of edges and angles conserves an energy, to the square of the step",
          "[piston]") {
    const auto worst = [](double time, int steps) {
        Cell cell;
        const Piston piston{1, 3, BoxCoupling::full};
        BarostatState state;
        const auto conserved = [&] {
            return cell.energy() + piston.energy(cell.action(time, 0), state);
        };
        const double first = conserved();
        double most = 0;
        for (int k = 0; k < steps; ++k) {
            cell.h = cell.h * piston.act(cell.action(time, 0), state, none).next;
            most = std::max(most, std::abs(conserved() - first));
        }
        return most;
    };
    const double coarse = worst(0.02, 1000);
    CHECK(coarse < 0.1);
    CHECK(coarse / worst(0.01, 2000) == Approx(4).epsilon(0.1));
}

TEST_CASE("the exponential of a strain is the matrix that its halves make", "[box_coupling]") {
    const StrainNumbers strain{0.03, -0.02, 0.01, 0.04, -0.03, 0.02};
    StrainNumbers part = strain;
    for (double& s : part) s /= 1024;
    LowerTriangular<double> product = exponential_of(part);
    for (int k = 0; k < 10; ++k) product = product * product;
    const LowerTriangular<double> whole = exponential_of(strain);
    CHECK(whole.xx == Approx(product.xx).epsilon(1e-12));
    CHECK(whole.xy == Approx(product.xy).epsilon(1e-12));
    CHECK(whole.xz == Approx(product.xz).epsilon(1e-12));
    CHECK(whole.yz == Approx(product.yz).epsilon(1e-12));
    const LowerTriangular<double> edges = exponential_of({0.03, -0.02, 0.01, 0, 0, 0});
    CHECK(edges.xx == exponential(0.03));
    CHECK(edges.xy == 0);
}

TEST_CASE("a tensor turns as the vectors that it is made of", "[box_coupling]") {
    const LowerTriangular<double> h{1.1, 0.2, 0.9, -0.3, 0.4, 1.2};
    const Vec3<double> v{0.7, -1.3, 2.1}, u = times_transpose(v, h);
    const StrainNumbers found =
        turned({v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z}, h);
    const StrainNumbers expected{u.x * u.x, u.y * u.y, u.z * u.z, u.x * u.y, u.x * u.z, u.y * u.z};
    for (std::size_t k = 0; k < 6; ++k) CHECK(found[k] == Approx(expected[k]).epsilon(1e-12));
}
