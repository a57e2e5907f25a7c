// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/field.hpp"
#include "input/structure/lattice.hpp"

namespace mdsim {

constexpr EnumNames<Lattice, 5> enum_names(Lattice) {
    return {{{"sc", Lattice::sc},
             {"bcc", Lattice::bcc},
             {"fcc", Lattice::fcc},
             {"hcp", Lattice::hcp},
             {"diamond", Lattice::diamond}}};
}

/// The table [system.lattice]: a crystal, perhaps shaken.
struct LatticeSettings {
    Lattice type = Lattice::fcc;
    std::optional<double> density;  ///< [1 / length^3]
    std::optional<double> constant; ///< [length]
    std::array<int, 3> cells{1, 1, 1};
    std::vector<std::string> species;
    double displacement = 0; ///< [length]

    static constexpr auto fields() {
        using S = LatticeSettings;
        return std::make_tuple(
            field("type", &S::type, "the crystal lattice", required()),
            field("density", &S::density, Dimension::density, positive(),
                  "number of atoms per volume; either this or `constant`"),
            field("constant", &S::constant, Dimension::length, positive(),
                  "edge of the conventional cubic cell, or the distance of neighbours of hcp"),
            field("cells", &S::cells, Dimension::none, between(1, 100000),
                  "number of conventional cells along x, y, z", required()),
            field("species", &S::species,
                  "species of each site of the conventional cell, or one for all; may be absent "
                  "if there is one species only"),
            field("displacement", &S::displacement, Dimension::length, at_least(0),
                  "largest random displacement of each component of a position"));
    }
};

/// The table [system.random]: atoms put at random, none too near another.
struct RandomSettings {
    std::map<std::string, std::int64_t> counts;
    std::optional<double> density; ///< [1 / length^3]
    double min_distance = 0;       ///< [length]

    static constexpr auto fields() {
        using S = RandomSettings;
        return std::make_tuple(
            field("counts", &S::counts, Dimension::none, at_least(0),
                  "number of atoms of each species, { A = 800, B = 200 }", required()),
            field("density", &S::density, Dimension::density, positive(),
                  "number of atoms per volume of a cubic box; without it [box] gives the box"),
            field("min_distance", &S::min_distance, Dimension::length, at_least(0),
                  "smallest distance between two atoms", required()));
    }
};

/// The formats of structure files.
enum class StructureFormat { automatic, lammps_data, extxyz, h5md };

constexpr EnumNames<StructureFormat, 4> enum_names(StructureFormat) {
    return {{{"auto", StructureFormat::automatic},
             {"lammps_data", StructureFormat::lammps_data},
             {"extxyz", StructureFormat::extxyz},
             {"h5md", StructureFormat::h5md}}};
}

/// The table [system.file]: atoms from a file.
struct FileSettings {
    std::string path;
    StructureFormat format = StructureFormat::automatic;
    std::int64_t frame = -1;
    std::vector<std::string> types;

    static constexpr auto fields() {
        using S = FileSettings;
        return std::make_tuple(
            field("path", &S::path, "the file, relative to the folder of the input", required()),
            field("format", &S::format, "its format; auto goes by the end of the name"),
            field("frame", &S::frame, Dimension::none, at_least(-1),
                  "which frame to take, from 0; -1: the last"),
            field("types", &S::types,
                  "species of the numbered types of the file: the first is that of type 1, or of "
                  "type 0 where the file has one; refused where the file names its types"));
    }
};

/// The section [system]: where the atoms come from; exactly one of the three.
struct SystemSettings {
    std::optional<LatticeSettings> lattice;
    std::optional<RandomSettings> random;
    std::optional<FileSettings> file;

    static constexpr auto fields() {
        using S = SystemSettings;
        return std::make_tuple(field("lattice", &S::lattice, "a crystal lattice"),
                               field("random", &S::random, "atoms at random places"),
                               field("file", &S::file, "a structure file"));
    }
};

} // namespace mdsim
