// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/field.hpp"
#include "physics/functional/eam_params.hpp"
#include "physics/moment/adp_tables.hpp"

namespace mdsim {

/// The file of a set of elements and, once it is read, which pair of the elements is meant.
struct AdpParams {
    static constexpr std::string_view name = "adp";
    std::vector<std::string> files;
    std::vector<std::string> elements;       ///< of each species; empty: they are named like them
    std::shared_ptr<const AdpTables> tables; ///< of the species served; null until files are read
    std::size_t own = 0;                     ///< the element of the atom
    std::size_t other = 0;                   ///< that of its neighbour

    const std::vector<double>& dipole() const { return tables->dipole[tables->pair(own, other)]; }
    const std::vector<double>& quadrupole() const {
        return tables->quadrupole[tables->pair(own, other)];
    }

    static constexpr auto fields() {
        return std::make_tuple(
            field("files", &AdpParams::files,
                  "one file of all elements (setfl with u and w); cutoff and masses are its own",
                  required()),
            field("elements", &AdpParams::elements,
                  "the element of each species, as the file names it, where the names of the "
                  "species are others"));
    }
};

/// The part that does not depend on angles.
inline EamParams central(const AdpParams& p) {
    return {p.files, p.elements, p.tables, p.own, p.other};
}

/// Where energy and moments of a pair end [length]; zero until the file is read.
inline double cutoff_of(const AdpParams& p) { return cutoff_of(central(p)); }

/// About where the nearest neighbours of a crystal are [length].
inline double reference_distance(const AdpParams& p) { return reference_distance(central(p)); }

/// The distance of the knots of its splines [length].
inline double knot_spacing(const AdpParams& p) { return knot_spacing(central(p)); }

/// What is wrong with the parameters taken together; empty if nothing is.
inline std::string_view fault_of(const AdpParams& p) { return fault_of(central(p)); }

/// What acts on an atom of the species number a with a neighbour of number b.
inline AdpParams of_pair(const AdpParams& p, std::size_t a, std::size_t b) {
    return {p.files, p.elements, p.tables, a, b};
}

/// What acts on the neighbour.
inline AdpParams reversed(const AdpParams& p) { return of_pair(p, p.other, p.own); }

} // namespace mdsim
