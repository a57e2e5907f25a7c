// SPDX-License-Identifier: BSD-3-Clause
#include "config/eam_units.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::vector<double> scaled(std::vector<double> numbers, double factor) {
    for (double& number : numbers) number *= factor;
    return numbers;
}

/// The number of an unordered pair in the file, 0-0, 1-0, 1-1, 2-0 ...
std::size_t pair_in_file(std::size_t a, std::size_t b) {
    const std::size_t high = std::max(a, b), low = std::min(a, b);
    return high * (high + 1) / 2 + low;
}

} // namespace

EamTables tables_of_file(const EamFile& file, const Units& units) {
    MDSIM_REQUIRE(!file.of_one_element());
    const double energy = units.from_electronvolt(1), length = units.from_angstrom(1);
    EamTables tables;
    tables.spacing = file.spacing * length;
    tables.density_spacing = file.density_spacing;
    tables.cutoff = file.cutoff * length;
    for (const EamFileElement& element : file.elements) {
        tables.elements.push_back(element.name);
        tables.mass.push_back(units.to_internal(Dimension::mass, element.mass));
        tables.embedding.push_back(scaled(element.embedding, energy));
    }
    const std::size_t n = file.elements.size();
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            const auto& density = file.elements[b].density;
            tables.density.push_back(density[density.size() > 1 ? a : 0]);
            tables.pair_times_r.push_back(
                scaled(file.pair_times_r[pair_in_file(a, b)], energy * length));
        }
    }
    return tables;
}

AdpTables adp_tables_of_file(const EamFile& file, const Units& units) {
    MDSIM_REQUIRE(file.dipole.size() == file.pair_times_r.size());
    MDSIM_REQUIRE(file.quadrupole.size() == file.pair_times_r.size());
    const double root = std::sqrt(units.from_electronvolt(1)), length = units.from_angstrom(1);
    AdpTables tables{tables_of_file(file, units), {}, {}};
    const std::size_t n = file.elements.size();
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            const std::size_t pair = pair_in_file(a, b);
            tables.dipole.push_back(scaled(file.dipole[pair], root / length));
            tables.quadrupole.push_back(scaled(file.quadrupole[pair], root / (length * length)));
        }
    }
    return tables;
}

EamElement element_of_file(const EamFile& file, const Units& units) {
    MDSIM_REQUIRE(file.of_one_element() && file.elements.size() == 1);
    const EamFileElement& element = file.elements.front();
    const double length = units.from_angstrom(1);
    return {element.name,         units.to_internal(Dimension::mass, element.mass),
            file.density_spacing, file.spacing * length,
            file.cutoff * length, scaled(element.embedding, units.from_electronvolt(1)),
            element.charge,       element.density.front()};
}

double charges_squared(const Units& units) {
    return units.from_electronvolt(27.2) * units.from_angstrom(0.529);
}

} // namespace mdsim
