// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.hpp"
#include "core/vec3.hpp"
#include "input/structure/lattice.hpp"

namespace mdsim {

constexpr EnumNames<Lattice, 8> enum_names(Lattice) {
    return {{{"sc", Lattice::sc},
             {"bcc", Lattice::bcc},
             {"fcc", Lattice::fcc},
             {"hcp", Lattice::hcp},
             {"diamond", Lattice::diamond},
             {"rocksalt", Lattice::rocksalt},
             {"zincblende", Lattice::zincblende},
             {"wurtzite", Lattice::wurtzite}}};
}

/// What to say to structures that are made of a lattice and its species, and to other names of
/// lattices; empty for any other word.
constexpr std::string_view meant_by(Lattice, std::string_view word) {
    if (word == "B2" || word == "b2" || word == "cesium_chloride" || word == "CsCl")
        return "that is \"bcc\" with species = [\"A\", \"B\"]";
    if (word == "L1_2" || word == "L12" || word == "l12")
        return "that is \"fcc\" with species = [\"A\", \"B\", \"B\", \"B\"], where A is the "
               "minority";
    if (word == "L1_0" || word == "L10" || word == "l10")
        return "that is \"fcc\" with species = [\"A\", \"A\", \"B\", \"B\"]";
    if (word == "NaCl" || word == "B1" || word == "b1" || word == "halite")
        return "did you mean \"rocksalt\"?";
    if (word == "sphalerite" || word == "zinc_blende" || word == "B3")
        return "did you mean \"zincblende\"?";
    return {};
}

/// The table [system.lattice.orient]: which directions of the crystal lie along the box.
struct OrientSettings {
    std::array<int, 3> x{1, 0, 0};
    std::array<int, 3> y{0, 1, 0};
    std::array<int, 3> z{0, 0, 1};

    static constexpr auto fields() {
        using S = OrientSettings;
        return std::make_tuple(
            field("x", &S::x, Dimension::none, between(-1000, 1000),
                  "the direction along x, in edges of the conventional cell", required()),
            field("y", &S::y, Dimension::none, between(-1000, 1000),
                  "the direction along y, at right angles to that along x", required()),
            field("z", &S::z, Dimension::none, between(-1000, 1000),
                  "the direction along z, at right angles to both and right-handed", required()));
    }
};

/// One [[system.lattice.mixture]]: species that share sites at random.
struct MixtureSettings {
    std::string name;
    std::map<std::string, double> parts;

    static constexpr auto fields() {
        using S = MixtureSettings;
        return std::make_tuple(
            field("name", &S::name, "name by which `species` calls the mixture", required()),
            field("parts", &S::parts, Dimension::none, positive(),
                  "how much of it each species makes up: { Ni = 0.8, Cr = 0.2 }, or { Ni = 4, "
                  "Cr = 1 }, as only the proportions count. Numbers of atoms are the nearest "
                  "whole ones, exactly; places are random",
                  required()));
    }
};

/// The table [system.lattice]: a crystal, perhaps shaken.
struct LatticeSettings {
    Lattice type = Lattice::fcc;
    std::optional<double> density;  ///< [1 / length^3]
    std::optional<double> constant; ///< [length]
    std::optional<std::array<int, 3>> cells;
    std::optional<Vec3<double>> center; ///< [length]
    std::optional<OrientSettings> orient;
    std::vector<std::string> species;
    std::vector<MixtureSettings> mixtures;
    std::int64_t vacancies = 0;
    double vacancy_fraction = 0;
    double displacement = 0; ///< [length]
    std::vector<std::string> inside;
    std::vector<std::string> outside;

    static constexpr auto fields() {
        using S = LatticeSettings;
        return std::make_tuple(
            field("type", &S::type, "the crystal lattice", required()),
            field("density", &S::density, Dimension::density, positive(),
                  "number of sites per volume; either this or `constant`"),
            field("constant", &S::constant, Dimension::length, positive(),
                  "edge of the conventional cubic cell, or the edge a of the hexagons of hcp and "
                  "wurtzite"),
            field("orient", &S::orient,
                  "directions of the crystal that lie along x, y and z; the edges of the "
                  "conventional cell if absent"),
            field("cells", &S::cells, Dimension::none, between(1, 100000),
                  "number of cells along x, y, z: conventional ones or, with `orient`, the "
                  "smallest that repeat along its directions; as many as [box] edges hold if "
                  "absent"),
            field("center", &S::center, Dimension::length, any(),
                  "where the middle of the atoms of these cells lies, if [box] edges give a larger "
                  "box, which begins at 0; the centre of the box if absent"),
            field("species", &S::species,
                  "species or mixture of each site of the conventional cell, or one for all; in "
                  "rocksalt, zincblende and wurtzite also one for each of the two kinds of sites. "
                  "May be absent if there is one species only"),
            field("mixture", &S::mixtures, "species that share sites at random"),
            field("vacancies", &S::vacancies, Dimension::none, at_least(0),
                  "number of sites that are left empty at random, of all species alike"),
            field("vacancy_fraction", &S::vacancy_fraction, Dimension::none, between(0, 1),
                  "the part of the sites that are, in place of `vacancies`; to the nearest number"),
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
