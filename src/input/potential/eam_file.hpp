// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mdsim {

/// What a file of embedded atoms says of one element, at equal steps from zero on.
struct EamFileElement {
    std::string name;                         ///< its symbol
    double mass = 0;                          ///< [g/mol]
    std::vector<double> embedding;            ///< F(rho) [eV]
    std::vector<std::vector<double>> density; ///< its density at each element, or at all alike
    std::vector<double> charge;               ///< Z(r), of a file of one element alone [e]
};

/// A file of embedded atoms, in the units in which all are written.
struct EamFile {
    double density_spacing = 0;
    double spacing = 0; ///< [Angstrom]
    double cutoff = 0;  ///< [Angstrom]
    std::vector<EamFileElement> elements;
    std::vector<std::vector<double>> pair_times_r; ///< r phi(r) of 1-1, 2-1, 2-2, 3-1 ... [eV A]
    std::vector<std::vector<double>> dipole;       ///< u(r) likewise, of angular-dependent ones
    std::vector<std::vector<double>> quadrupole;   ///< w(r) likewise

    /// Whether pairs follow from the charges of elements.
    bool of_one_element() const { return pair_times_r.empty(); }
};

/// Reads a file in one of the formats of the DYNAMO program as LAMMPS takes them: funcfl, of one
/// element; setfl, of several (eam/alloy); setfl with densities that depend on both elements
/// (eam/fs). Which it is follows from the content. Throws InputError with every error and its line.
EamFile read_eam_file(const std::string& path);

/// The same for text that was read already; `path` is the name in messages.
EamFile parse_eam(std::string_view text, const std::string& path);

/// Reads a file of an angular-dependent potential as LAMMPS takes it (pair_style adp): setfl with
/// u(r) and w(r) of all pairs behind their phi(r). Throws InputError likewise.
EamFile read_adp_file(const std::string& path);
EamFile parse_adp(std::string_view text, const std::string& path);

} // namespace mdsim
