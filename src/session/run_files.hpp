// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/input_text.hpp"
#include "config/system_sections.hpp"
#include "core/communicator.hpp"
#include "engine/stage_settings.hpp"
#include "output/folder_lock.hpp"

namespace mdsim {

/// The table of energies and pressure.
inline constexpr const char* thermo_table = "thermo";

/// The table of the viscosity.
inline constexpr const char* viscosity_table = "viscosity";

/// The table of the thermal conductivity.
inline constexpr const char* conductivity_table = "conductivity";

/// The table of the layers across the box.
inline constexpr const char* profile_table = "profile";

/// The table of the static structure factor.
inline constexpr const char* structure_factor_table = "structure_factor";

/// What a run may write row by row as NAME.csv and NAME.h5: these names.
std::vector<std::string> row_tables();

/// What a checkpoint calls the number of rows of such a table.
inline std::string rows_name(const std::string& table) { return table + "_rows"; }

/// The names of the tables that a run replaces as a whole while it goes on.
std::vector<std::string> replaced_tables();

/// The files of a run, all in its output folder.
struct RunFiles {
    std::filesystem::path folder;

    std::string trajectory() const { return (folder / "trajectory.h5md").string(); }
    /// Those of a table of rows.
    std::string csv(const std::string& table) const { return (folder / (table + ".csv")).string(); }
    std::string hdf5(const std::string& table) const { return (folder / (table + ".h5")).string(); }
    std::string averages() const { return (folder / "averages.csv").string(); }
    std::string rdf() const { return (folder / "rdf.csv").string(); }
    std::string progress() const { return (folder / "progress.json").string(); }
    std::string effective_input() const { return (folder / "input.toml").string(); }
    std::string original_input() const { return (folder / "input.original.toml").string(); }
    std::string log() const { return (folder / "mdsim.log").string(); }
    std::string summary() const { return (folder / "summary.json").string(); }
};

/// What becomes of an earlier run in the output folder. `continued_if_started` stands for one of
/// the others, and the folder decides which (`resolve_earlier_run`).
enum class EarlierRun { moved_aside, continued, replaced, continued_if_started };

/// An output folder that a run has to itself for as long as the lock lives.
struct PreparedFolder {
    FolderLock lock;
    EarlierRun earlier{}; ///< what became of the earlier run
};

/// What of an input its output folder depends on.
struct RunInput {
    const SystemSections* system = nullptr;
    const InputText* text = nullptr;
    const std::vector<StageSettings>* stages = nullptr;
    double longest_wait = 0; ///< of a rank for others [s]
};

/// Makes the output folder ready for a run; on rank 0, agreed with all ranks.
///
/// What a run left there is removed only where it is to be replaced, or came to nothing. Throws
/// InputError if another run writes there, if results would be lost, or if a file that the input
/// reads would be replaced or moved, and EnvironmentError if the folder cannot be used.
[[nodiscard]] PreparedFolder prepare_folder(const RunInput& input, const RunFiles& files,
                                            EarlierRun requested, const Communicator& comm);

/// A random name for a run, the same on every rank.
std::string new_run_id(const Communicator& comm);

} // namespace mdsim
