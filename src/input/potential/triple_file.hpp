// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mdsim {

/// The numbers of one triple of elements: a centre and its two neighbours.
struct TripleFileEntry {
    std::int64_t line = 0; ///< where it begins
    std::array<std::string, 3> elements;
    std::vector<double> numbers;
};

/// Reads a file of triples as LAMMPS does, of Stillinger-Weber and Tersoff potentials: three names
/// and `numbers` numbers for each, over any number of lines; behind a # is a comment. Throws
/// InputError with every error and its line: other words, entries that end early, and triples that
/// are given twice.
std::vector<TripleFileEntry> read_triple_file(const std::string& path, std::size_t numbers);

/// The same for text that was read already; `path` is the name in messages.
std::vector<TripleFileEntry> parse_triples(std::string_view text, const std::string& path,
                                           std::size_t numbers);

} // namespace mdsim
