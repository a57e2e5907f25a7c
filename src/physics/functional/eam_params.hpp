// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/field.hpp"
#include "physics/functional/eam_tables.hpp"

namespace mdsim {

/// The files of a set of elements and, once they are read, which pair of the elements is meant.
struct EamParams {
    static constexpr std::string_view name = "eam";
    std::vector<std::string> files;
    std::vector<std::string> elements;       ///< of each species; empty: they are named like them
    std::shared_ptr<const EamTables> tables; ///< of the species served; null until files are read
    std::size_t own = 0;                     ///< the element of the atom
    std::size_t other = 0;                   ///< that of its neighbour

    /// r phi(r), and what the neighbour adds to the density at the atom.
    const std::vector<double>& pair_times_r() const {
        return tables->pair_times_r[tables->pair(own, other)];
    }
    const std::vector<double>& density() const { return tables->density[tables->pair(own, other)]; }

    static constexpr auto fields() {
        return std::make_tuple(
            field(
                "files", &EamParams::files,
                "one file of all elements (setfl, of types eam/alloy and eam/fs), or one file for "
                "each (funcfl); cutoff and masses are theirs",
                required()),
            field("elements", &EamParams::elements,
                  "the element of each species, as the files name it, where the names of the "
                  "species are others"));
    }
};

/// Where energy and density of a pair end [length]; zero until the files are read.
inline double cutoff_of(const EamParams& p) { return p.tables ? p.tables->cutoff : 0; }

/// About where the nearest neighbours of a crystal are [length]: where a pair and its share of the
/// densities bind best, or half of the cutoff if they bind nowhere.
double reference_distance(const EamParams& p);

/// The distance of the knots of its splines [length].
inline double knot_spacing(const EamParams& p) { return p.tables->spacing; }

/// What is wrong with the parameters taken together; empty if nothing is.
inline std::string_view fault_of(const EamParams&) { return {}; }

/// What acts on an atom of the species number a with a neighbour of number b.
inline EamParams of_pair(const EamParams& p, std::size_t a, std::size_t b) {
    return {p.files, p.elements, p.tables, a, b};
}

/// What acts on the neighbour.
inline EamParams reversed(const EamParams& p) {
    return {p.files, p.elements, p.tables, p.other, p.own};
}

} // namespace mdsim
