// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "core/box.hpp"
#include "core/communicator.hpp"
#include "core/units.hpp"
#include "machine/processor.hpp"
#include "ops/list_settings.hpp"
#include "physics/pair/force_field.hpp"
#include "setup/measured_system.hpp"
#include "setup/start_motion.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// How the input wants a system to be computed.
struct EngineSettings {
    RunSettings run;
    NeighborSettings neighbor;
    LayoutSettings layout;
    DebugSettings debug;
    double origin_bytes = 0;  ///< that correlation functions keep of an atom
    double measure_bytes = 0; ///< that each rank keeps of every atom of the system for measures
    double share_bytes = 0;   ///< that what an atom has of energy and virial takes
    double average_bytes = 0; ///< that rank 0 keeps of averages, whatever the atoms
    bool box_changes = false; ///< in some stage
    double most_dense = 1;    ///< of the boxes that strains lead to, in densities of the start
    bool follows_pressure = false; ///< the box, in some stage
};

/// What the input describes, put together and checked: all that a run starts from.
struct SystemParts {
    Units units;
    Structure structure; ///< this rank's block of ids; types index `species`
    std::vector<Species> species;
    std::vector<std::int64_t> count_of_type; ///< over all ranks
    ForceField force_field;
    double cutoff = 0;                ///< largest of any pair, or of what is sampled [length]
    ListSettings lists;               ///< tiles are not chosen here
    double list_length = 0;           ///< atoms in the list of one at the start, on average
    std::vector<Diagnostic> warnings; ///< what was passed over without harm
    Processor processor;              ///< what to compute on
    EngineSettings engine{};
    std::vector<Diagnostic> suspicions{}; ///< of the warnings, those that may explain a failure
    StartMotion motion{};                 ///< of the velocities in the structure
    bool begins_below_tables = false; ///< as its warnings say: pairs nearer than their first row
    std::uint32_t largest_tile = 0;   ///< where a run goes on, as in ListReport; 0: not known

    double list_range() const { return cutoff + lists.skin; }
};

/// The system as `check_scales` judges it, where it is put together.
MeasuredSystem measured(const SystemParts& parts);

/// Which of the warnings may explain a failure: "this may be why: the warning on pair
/// above"; empty without suspicions.
std::string suspicions_text(const std::vector<Diagnostic>& suspicions);

/// What is wrong with the bricks that the input wants in each direction, for so many ranks; nothing
/// where they can be had.
std::vector<Diagnostic> errors_of_rank_grid(const LayoutSettings& layout, int ranks);

/// Reads or builds the structure, fits it to species and pair potentials, and chooses box and skin
/// for what is computed on; collective. Throws InputError with all errors, on every rank alike.
SystemParts assemble_system(const Config& config, const Communicator& comm,
                            const Processor& processor);

} // namespace mdsim
