// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/command_line.hpp"
#include "config/config.hpp"
#include "core/box.hpp"
#include "core/error.hpp"
#include "core/units.hpp"
#include "engine/stage_settings.hpp"
#include "ops/id_order.hpp"
#include "state/id_block.hpp"
#include "state/structure.hpp"

namespace mdsim::python {

/// How a script wants a run.
struct RunRequest {
    std::string text;             ///< the input as TOML
    std::filesystem::path source; ///< stands for its file: paths in the input start at its folder
    std::vector<std::string> overrides;          ///< section.key=value
    std::optional<std::filesystem::path> folder; ///< for its files; none: it writes nothing
    Resume resume = Resume::no;
    bool overwrite = false;
    bool quiet = true;
};

/// Why a run came back to its script.
enum class Return {
    there,    ///< it is at the step that was asked for
    finished, ///< its last stage is at its end
    stopped   ///< a signal or the limit of time stopped it before
};

/// Where a run stands.
struct Place {
    Step step = 0;
    double time = 0;       ///< [time]
    std::size_t stage = 0; ///< its index
};

/// A run that a script leads, in either precision. All calls are made by all ranks alike; numbers
/// are in the units of the input.
class LedRun {
  public:
    virtual ~LedRun() = default;

    /// Moves on until a step, or to the end of the last stage. Where it throws PhysicsError, the
    /// atoms are lost.
    virtual Return advance(std::optional<Step> until) = 0;
    /// Where it has a folder, there is a checkpoint of the step where it stands when this returns.
    virtual void keep() = 0;
    /// Ends the run where it stands: its files are closed, behind a checkpoint; the atoms are gone.
    virtual void end() = 0;

    /// Whether the atoms are gone, as the run has failed or was ended.
    virtual bool over() const = 0;
    /// Where it stood last.
    virtual const Place& at() const = 0;
    /// The numbers of thermo.csv at the step in hand.
    virtual std::map<std::string, double> thermo() = 0;
    /// One of "positions", "unwrapped", "velocities", "forces": three numbers an atom, by id.
    virtual std::vector<double> vectors(std::string_view name) = 0;
    /// The same of the ids of this rank's block, where they are: in memory of the device that
    /// computes; none on processors, and where hosts lead the steps of several devices.
    virtual std::optional<DeviceValues> device_vectors(std::string_view name) = 0;
    /// The ids of this rank's block.
    virtual IdBlock block() const = 0;
    /// The boxes to add to unwrap each atom: three numbers an atom, by id.
    virtual std::vector<std::int32_t> images() = 0;
    /// The index of the species of each atom, by id.
    virtual std::vector<std::int32_t> types() = 0;
    virtual Box box() const = 0;

    virtual const std::vector<Species>& species() const = 0;
    virtual const std::vector<StageSettings>& stages() const = 0;
    virtual const Units& units() const = 0;
    virtual std::filesystem::path folder() const = 0; ///< empty where it writes nothing
    /// The signal that came while it moved on last; 0: none did. Behind it, the step where it
    /// stands has been kept.
    virtual int signal() const = 0;
    virtual std::vector<Diagnostic> take_warnings() = 0;
    virtual const std::string& processor() const = 0;
};

/// Begins a run; collective. Throws InputError, PhysicsError or EnvironmentError.
std::unique_ptr<LedRun> lead_run(const RunRequest& request);

} // namespace mdsim::python
