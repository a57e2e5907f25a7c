// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/field.hpp"
#include "core/vec3.hpp"
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
    std::optional<std::array<int, 3>> cells;
    std::optional<Vec3<double>> center; ///< [length]
    std::vector<std::string> species;
    double displacement = 0; ///< [length]
    std::vector<std::string> inside;
    std::vector<std::string> outside;

    static constexpr auto fields() {
        using S = LatticeSettings;
        return std::make_tuple(
            field("type", &S::type, "the crystal lattice", required()),
            field("density", &S::density, Dimension::density, positive(),
                  "number of atoms per volume; either this or `constant`"),
            field("constant", &S::constant, Dimension::length, positive(),
                  "edge of the conventional cubic cell, or the distance of neighbours of hcp"),
            field("cells", &S::cells, Dimension::none, between(1, 100000),
                  "number of conventional cells along x, y, z; as many as [box] edges hold if "
                  "absent"),
            field("center", &S::center, Dimension::length, any(),
                  "where the middle of the atoms of these cells lies, if [box] edges give a larger "
                  "box, which begins at 0; the centre of the box if absent"),
            field("species", &S::species,
                  "species of each site of the conventional cell, or one for all; may be absent "
                  "if there is one species only"),
            field("displacement", &S::displacement, Dimension::length, at_least(0),
                  "largest random displacement of each component of a position"),
            field("inside", &S::inside,
                  "names of [[region]]: only sites that lie in all of these hold atoms"),
            field("outside", &S::outside,
                  "names of [[region]]: only sites that lie in none of these hold atoms"));
    }
};

/// The table [system.random]: atoms put at random, none too near another.
struct RandomSettings {
    std::map<std::string, std::int64_t> counts;
    std::optional<double> density; ///< [1 / length^3]
    double min_distance = 0;       ///< [length]
    std::vector<std::string> inside;
    std::vector<std::string> outside;

    static constexpr auto fields() {
        using S = RandomSettings;
        return std::make_tuple(
            field("counts", &S::counts, Dimension::none, at_least(0),
                  "number of atoms of each species, { A = 800, B = 200 }", required()),
            field("density", &S::density, Dimension::density, positive(),
                  "number of atoms per volume of a cubic box; without it [box] or the lattice "
                  "gives the box"),
            field("min_distance", &S::min_distance, Dimension::length, at_least(0),
                  "smallest distance between two atoms, those of a lattice and images included; "
                  "0.75 to 0.85 sigma suits liquids",
                  required()),
            field("inside", &S::inside,
                  "names of [[region]]: atoms are put where all of these overlap"),
            field("outside", &S::outside, "names of [[region]]: no atom is put in any of these"));
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

/// The section [system]: where the atoms come from: a file, or a lattice, random places, or both.
struct SystemSettings {
    std::optional<LatticeSettings> lattice;
    std::optional<RandomSettings> random;
    std::optional<FileSettings> file;

    static constexpr auto fields() {
        using S = SystemSettings;
        return std::make_tuple(field("lattice", &S::lattice, "a crystal lattice"),
                               field("random", &S::random,
                                     "atoms at random places, beside those of a lattice if there "
                                     "is one"),
                               field("file", &S::file, "a structure file"));
    }
};

} // namespace mdsim
