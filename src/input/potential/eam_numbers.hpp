// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/structure/text.hpp"

namespace mdsim {

/// What the line of sizes says, `nrho drho nr dr cutoff`.
struct EamSizes {
    std::size_t densities = 0;
    double density_spacing = 0;
    std::size_t distances = 0;
    double spacing = 0; ///< [Angstrom]
    double cutoff = 0;  ///< [Angstrom]
};

/// The element of a line `atomic number, mass, lattice constant, lattice`.
struct EamHead {
    std::int64_t line = 0;
    std::int64_t atomic_number = 0;
    double mass = 0; ///< [g/mol]
};

/// Numbers that follow each other, however they are spread over lines.
struct NumberBlock {
    std::vector<double> numbers;
    std::size_t taken = 0; ///< by `take`

    std::size_t left() const { return numbers.size() - taken; }
    /// The next `count` numbers; there must be as many.
    std::vector<double> take(std::size_t count);
};

/// Reads the line of sizes; errors go to the findings, and then sizes are zero.
EamSizes read_eam_sizes(const std::vector<std::string_view>& words, std::int64_t line,
                        source::Findings& findings);

/// Whether words are those of an element's line: two numbers, another, and a name.
bool is_eam_head(const std::vector<std::string_view>& words);

/// Reads an element's line.
EamHead read_eam_head(const std::vector<std::string_view>& words, std::int64_t line,
                      source::Findings& findings);

/// Appends the numbers of a line.
void add_numbers(const std::vector<std::string_view>& words, std::int64_t line, NumberBlock& block,
                 source::Findings& findings);

} // namespace mdsim
