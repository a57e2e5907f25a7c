// SPDX-License-Identifier: BSD-3-Clause
#include "config/cluster_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/error.hpp"
#include "input/potential/triple_file.hpp"

namespace mdsim {

namespace {

using Numbers = std::vector<double>;

/// In the order of the file: epsilon, sigma, a, lambda, gamma, cos theta, A, B, p, q, tol.
constexpr std::size_t stillinger_weber_numbers = 11;
StillingerWeberEntry stillinger_weber_entry(const Numbers& n, double energy, double length) {
    return {n[0] * energy, n[1] * length, n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10]};
}

/// In the order of the file: m, gamma, lambda3, c, d, h, n, beta, lambda2, B, R, D, lambda1, A.
constexpr std::size_t tersoff_numbers = 14;
TersoffEntry tersoff_entry(const Numbers& n, double energy, double length) {
    return {n[0],           n[1],           n[2] / length,  n[3],          n[4],
            n[5],           n[6],           n[7],           n[8] / length, n[9] * energy,
            n[10] * length, n[11] * length, n[12] / length, n[13] * energy};
}

/// Throws InputError unless an entry has the element as its centre.
void require_element(const std::vector<TripleFileEntry>& entries, const std::string& element,
                     const std::string& path) {
    std::set<std::string> known;
    for (const TripleFileEntry& entry : entries) known.insert(entry.elements[0]);
    if (!known.contains(element))
        throw InputError(path, fmt::format("has no element \"{}\"; known are {}. A species of "
                                           "another name needs its element in `elements`",
                                           element, fmt::join(known, ", ")));
}

const TripleFileEntry& entry_of(const std::vector<TripleFileEntry>& entries,
                                const std::array<std::string, 3>& wanted, const std::string& path) {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const auto& entry) { return entry.elements == wanted; });
    if (found == entries.end())
        throw InputError(path, fmt::format("has no entry for {}", fmt::join(wanted, " ")));
    return *found;
}

template <class Entry, class Make>
ClusterTables<Entry> tables_of(const std::string& path, const std::vector<std::string>& elements,
                               const Units& units, std::size_t numbers, const Make& make) {
    const std::vector<TripleFileEntry> entries = read_triple_file(path, numbers);
    const double energy = units.from_electronvolt(1), length = units.from_angstrom(1);
    for (const std::string& element : elements) require_element(entries, element, path);
    ClusterTables<Entry> tables{elements, {}};
    for (const std::string& centre : elements)
        for (const std::string& j : elements)
            for (const std::string& k : elements)
                tables.entry.push_back(
                    make(entry_of(entries, {centre, j, k}, path).numbers, energy, length));
    return tables;
}

} // namespace

ClusterTables<StillingerWeberEntry> read_cluster_tables(const StillingerWeberParams&,
                                                        const std::string& path,
                                                        const std::vector<std::string>& elements,
                                                        const Units& units) {
    return tables_of<StillingerWeberEntry>(path, elements, units, stillinger_weber_numbers,
                                           stillinger_weber_entry);
}

ClusterTables<TersoffEntry> read_cluster_tables(const TersoffParams&, const std::string& path,
                                                const std::vector<std::string>& elements,
                                                const Units& units) {
    return tables_of<TersoffEntry>(path, elements, units, tersoff_numbers, tersoff_entry);
}

} // namespace mdsim
