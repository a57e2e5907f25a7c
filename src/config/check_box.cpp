// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "config/config_check.hpp"
#include "core/contract.hpp"

namespace mdsim {

double longest_edge(const Box& box) {
    const LowerTriangular<double>& e = box.edges;
    return std::max({e.xx, std::hypot(e.xy, e.yy), std::hypot(e.xz, e.yz, e.zz)});
}

void check_periodicity(const BoxSettings& box, const PairSettings& pair,
                       const std::array<bool, 3>& periodic, std::vector<Diagnostic>& errors) {
    const bool all = periodic[0] && periodic[1] && periodic[2];
    if (box.padding && all) {
        errors.push_back({"box.padding", "every direction repeats, so there is nowhere to put "
                                         "vacuum; set box.periodic, or remove it"});
    }
    if (pair.tail_correction && !all) {
        errors.push_back({"pair.tail_correction",
                          "assumes a uniform fluid all around, but the box does not repeat in "
                          "every direction; remove it, or choose a longer cutoff"});
    }
}

void check_repeats(const Box& box, double range, std::int64_t atoms,
                   std::vector<Diagnostic>& errors) {
    MDSIM_EXPECT(range >= 0 && atoms > 0);
    constexpr double most = 500;  // images of an atom to either side of it
    constexpr double narrow = 10; // otherwise the range is to blame, if memory does not suffice
    const double spacing = std::cbrt(box.volume() / static_cast<double>(atoms));
    constexpr std::array<const char*, 3> axes{"x", "y", "z"};
    const Vec3<double> heights = box.heights();
    for (std::size_t d = 0; d < axes.size(); ++d) {
        const double height = heights[static_cast<int>(d)];
        if (!box.periodic[d] || !(range > most * height && spacing > narrow * height)) continue;
        errors.push_back(
            {"box", fmt::format("it repeats along {} after {:.3g}, so that each atom would have "
                                "{:.3g} images of itself within the list range {:.6g}; is its unit "
                                "right? A direction that does not repeat is set by box.periodic",
                                axes[d], height, 2 * range / height, range)});
    }
}

/// Two Lennard-Jones atoms of energy -0.89 and cutoff 2.5, 2000 steps of 0.001: with steps of 1e-5
/// of the cutoff their energy drifts by 6e-4, of 1e-4 by 9e-3, of 1e-3 by 1.1.
void check_resolution(Precision precision, const Box& box, const ForceField& field,
                      std::vector<Diagnostic>& errors, std::vector<Diagnostic>& warnings) {
    constexpr double most = 2e-5; // of the cutoff
    constexpr double fine = 2e-6;
    constexpr double steps_of_edge = 4294967296.0; // 2^32

    const double cutoff = shortest_cutoff(field);
    const double edge = longest_edge(box);
    const double step = edge / steps_of_edge;
    if (precision != Precision::mixed || !(step > fine * cutoff) || cutoff <= 0) {
        return;
    }
    const std::string found =
        fmt::format("mixed keeps positions in steps of {:.2g} in a box of {:.6g}, which is {:.1g} "
                    "of the shortest cutoff, {:.6g}",
                    step, edge, step / cutoff, cutoff);
    if (step > most * cutoff) {
        errors.push_back(
            {"run.precision", fmt::format("{}; allowed: up to {:.0e} of it. Choose \"double\", or "
                                          "a smaller box or box.padding",
                                          found, most)});
    } else {
        warnings.push_back(
            {"run.precision",
             found + ": energies will drift; \"double\", or a smaller box, is better"});
    }
}

} // namespace mdsim
