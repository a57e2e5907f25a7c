// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "output/element.hpp"
#include "output/provenance.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// A number that is written over time, and the unit it is written in.
struct NamedQuantity {
    std::string name; ///< "potential_energy"
    std::string unit; ///< "kJ mol-1"; empty: none
};

/// The units of a trajectory as H5MD writes them ("nm ps-1"); all empty for reduced units.
struct H5mdUnits {
    std::string length;
    std::string time;
    std::string velocity;
    std::string force;
    std::string mass;
    std::string charge;
};

/// What a frame holds of each atom beside its position.
struct H5mdFields {
    bool velocity = false;
    bool force = false;
    bool image = true;
};

/// Numbers of each atom that frames hold beside these, always with all their digits.
struct AtomElement {
    std::string name; ///< "centro_symmetry"
    std::string unit; ///< "Angstrom2"; empty: none
    ElementType type{};
    int columns = 1; ///< numbers of an atom; nine are a matrix, row by row
};

/// Everything about a trajectory that does not change from frame to frame.
struct H5mdSetup {
    std::string path;   ///< ends in .h5md, or MDAnalysis does not know it
    std::string run_id; ///< names this run and no other, at least 8 characters
    std::int64_t atoms = 0;
    std::array<bool, 3> periodic{true, true, true};
    Vec3<double> origin{};        ///< the corner of the box, in units.length
    std::vector<Species> species; ///< their names; masses and charges are given per atom
    H5mdFields fields;
    std::vector<AtomElement> elements;
    int decimals = -1; ///< compressed, off by half a unit of this decimal at most; negative: exact
    H5mdUnits units;
    bool strict_units = false; ///< fixed-length unit strings: as specified, but MDAnalysis refuses
    std::vector<NamedQuantity> observables; ///< one number a frame each
    std::string author = "N/A";
    std::optional<ParticleId> first_label; ///< of the atoms, where their labels leave no gap
    Provenance provenance;                 ///< of the program that begins the file
    std::string input_text;                ///< the effective input, kept in the file
};

/// One block of the atoms' fixed properties, in the units of H5mdUnits. Borrowed.
struct H5mdAtoms {
    IdBlock block;
    std::span<const std::int32_t> species; ///< index into H5mdSetup::species
    std::span<const double> mass;
    std::span<const double> charge;
    AtomLabels labels{};
};

} // namespace mdsim
