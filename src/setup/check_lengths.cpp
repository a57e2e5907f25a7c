// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "setup/check_scales.hpp"

namespace mdsim {

namespace {

constexpr double many = 12;             ///< sigmas of a cutoff; usual is 2.5 to 5
constexpr double small = 1, large = 15; ///< a sigma [Angstrom]

/// What is odd about the lengths of a pair.
struct OddPair {
    const PairScale* scale = nullptr;
    double cutoff = 0;
    double excess = 0; ///< above 1: by how much the farthest bound is passed
    bool is_small = false;
    bool is_large = false;
};

double angstrom(const Units& units) { return units.system() == UnitSystem::nano ? 0.1 : 1; }

OddPair judge(const Units& units, const PairScale& s, double cutoff) {
    OddPair odd{&s, cutoff, cutoff / (many * s.length)};
    if (units.system() == UnitSystem::lj) return odd;
    const double length = s.length / angstrom(units);
    odd.is_small = length < small;
    odd.is_large = length > large;
    odd.excess = std::max({odd.excess, small / length, length / large});
    return odd;
}

/// The unit in which a sigma would be that of an atom.
std::string length_advice(const Units& units, double length) {
    struct Unit {
        const char* name;
        double angstroms;
    };
    constexpr std::array<Unit, 4> others{{{"nm", 10}, {"Angstrom", 1}, {"pm", 0.01}, {"m", 1e10}}};
    const double own = 1 / angstrom(units); // a user's unit in Angstrom
    for (const Unit& other : others)
        if (other.angstroms != own && within(length * other.angstroms, 2, 8))
            return fmt::format("; in {}, {:.4g} would be {}", other.name, length,
                               with_unit(units, Dimension::length, length * other.angstroms / own));
    return {};
}

} // namespace

/// Sigmas that no atom has, and cutoffs of very many sigmas.
bool warn_of_lengths(const ForceField& field, const MeasuredSystem& system,
                     std::vector<Diagnostic>& warnings) {
    const Units& units = system.units;
    OddPair worst;
    std::size_t count = 0;
    for (const PairScale& s : system.scales) {
        if (!s.by_sigma) continue;
        const OddPair odd = judge(units, s, field.cutoff(s.a, s.b));
        if (!(odd.excess > 1)) continue;
        ++count;
        if (odd.excess > worst.excess) worst = odd;
    }
    if (count == 0) return false;
    const double sigma = worst.scale->length;
    const std::string of_sigma = "sigma = " + with_unit(units, Dimension::length, sigma);
    const std::string cutoff = with_unit(units, Dimension::length, worst.cutoff);
    const std::string times = fmt::format("{:.3g} times", worst.cutoff / sigma);
    const bool odd_sigma = worst.is_small || worst.is_large;
    const std::string text =
        odd_sigma
            ? fmt::format("{} is {} than that of any atom, and the cutoff {} is {} that (usual is "
                          "2.5 to 5){}",
                          of_sigma, worst.is_small ? "less" : "more", cutoff, times,
                          length_advice(units, sigma))
            : fmt::format("the cutoff {} is {} {} (usual is 2.5 to 5)", cutoff, times, of_sigma);
    warnings.push_back({"pair", fmt::format("pair {}: {}{}", pair_name(system, *worst.scale), text,
                                            more_pairs(count - 1))});
    return odd_sigma;
}

} // namespace mdsim
