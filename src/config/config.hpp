// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "config/input_text.hpp"
#include "config/motion_sections.hpp"
#include "config/output_sections.hpp"
#include "config/system_sections.hpp"
#include "core/error.hpp"
#include "domain/debug_settings.hpp"
#include "domain/layout_settings.hpp"
#include "engine/run_settings.hpp"
#include "physics/pair/force_field.hpp"
#include "state/neighbor_settings.hpp"

namespace mdsim {

/// The whole input, each section as the settings of the module that uses it; in internal units.
/// What needs a group of sections takes that base, and what needs one section takes the section.
struct Config : SystemSections, MotionSections, OutputSections, InputText {
    RunSettings run;
    NeighborSettings neighbor;
    LayoutSettings parallel;
    DebugSettings debug;
    std::vector<Diagnostic> warnings; ///< what is allowed but may surprise

    static constexpr auto fields() {
        const auto sections = std::make_tuple(
            field("units", &Config::units, "units of the input and the output", required()),
            field("run", &Config::run, "how the program runs"),
            field("system", &Config::system,
                  "where the atoms come from: a file, or a lattice, random places, or both",
                  required()),
            field("box", &Config::box, "the box, where the system does not give it"),
            field("region", &Config::regions, "parts of the box that other sections name"),
            field("species", &Config::species, "the kinds of particles"),
            field("pair", &Config::pair, "forces between pairs of atoms"),
            field("many_body", &Config::functionals,
                  "forces that depend on all neighbours of an atom, as those of metals: one entry "
                  "for each pair of species, or for all that a set of files serves; nothing else "
                  "acts on the pair"),
            field("neighbor", &Config::neighbor, "the neighbour lists"),
            field("velocity", &Config::velocity, "velocities at the start"),
            field("stage", &Config::stages, "what to simulate, one stage after the other",
                  required()),
            field("trajectory", &Config::trajectory, "frames, written to trajectory.h5md"),
            field("thermo", &Config::thermo, "energies and pressure, written to thermo.csv"),
            field("checkpoint", &Config::checkpoint, "files from which a run can go on",
                  free_on_resume()),
            field("rdf", &Config::rdf, "radial distribution function, sampled during the run"));
        const auto of_one_stage = std::make_tuple(
            field("viscosity", &Config::viscosity,
                  "autocorrelation of the stress of a fluid, and the shear viscosity from it"),
            field("conductivity", &Config::conductivity,
                  "autocorrelation of the heat current, and the thermal conductivity from it"),
            field("profile", &Config::profile,
                  "density, temperature and velocity in layers across the box"),
            field("structure_factor", &Config::structure_factor,
                  "static structure factor S(q), at the wave vectors of the box"));
        const auto last = std::make_tuple(
            field("metrics", &Config::metrics,
                  "numbers of the run, served for Prometheus while it goes on", free_on_resume()),
            field("parallel", &Config::parallel, "how the box is divided among ranks",
                  free_on_resume()),
            field(DebugSettings::section, &Config::debug, "conditions that tests want",
                  free_on_resume()));
        return std::tuple_cat(sections, CorrelationSections::fields(), of_one_stage,
                              MeasureSections::fields(), last);
    }

    /// The folder for all output: run.output, or the name of the input with .out in the current
    /// one.
    std::filesystem::path output_directory() const {
        return run.output.empty() ? source.stem().concat(".out")
                                  : std::filesystem::path(run.output);
    }

    /// What is wrong with the keys taken together; `where` holds the dotted name of a key.
    std::vector<Diagnostic> check() const;
};

/// Reads and checks an input file, with overrides `section.key=value` of the command line and the
/// output folder that it names, if any.
///
/// Throws InputError with all errors of the file and of the tables that its potentials name.
Config read_config(const std::filesystem::path& file,
                   const std::vector<std::string>& overrides = {},
                   const std::filesystem::path& output = {});

/// The same from text in memory; `source` stands for the file in messages.
Config parse_config(std::string_view text, const std::filesystem::path& source,
                    const std::vector<std::string>& overrides = {},
                    const std::filesystem::path& output = {});

/// What the input says about forces, for species in the order of their types. Adds an error for
/// each potential or functional of a species that is not among them.
ForceFieldSpec force_field_spec(const SystemSections& sections,
                                const std::vector<std::string>& species,
                                std::vector<Diagnostic>& errors);

} // namespace mdsim
