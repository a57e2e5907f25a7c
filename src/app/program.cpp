// SPDX-License-Identifier: BSD-3-Clause
#include "app/program.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/check_folder.hpp"
#include "app/compare_runs.hpp"
#include "app/doctor.hpp"
#include "app/dry_run.hpp"
#include "app/export.hpp"
#include "app/python_command.hpp"
#include "app/supervise/supervise_options.hpp"
#include "config/command_json.hpp"
#include "config/command_line.hpp"
#include "config/config.hpp"
#include "config/config_rows.hpp"
#include "core/agreement.hpp"
#include "core/error.hpp"
#include "cpu/simd/level.hpp"
#include "machine/threads.hpp"
#include "session/run_simulation.hpp"
#include "validate/validate.hpp"

namespace mdsim {

namespace {

/// MDSIM_SIMD may be more than the processor of one rank offers.
void check_processors(const Communicator& comm) {
    agree_on(comm, [] { static_cast<void>(simd_level()); });
}

/// Reads the input on every rank; a folder given on the command line wins.
Config read_input(const CommandLine& command, const Communicator& comm) {
    Config config;
    agree_on(comm, [&] { config = read_config(command.input, command.overrides, command.output); });
    return config;
}

/// What `--describe` prints: of "commands" the command line, for those who make pages and
/// completions from it; otherwise what describe() says.
std::string description(const std::string& key) {
    if (key != "commands") return describe(key);
    nlohmann::ordered_json program = program_json();
    for (auto& command : program["commands"])
        if (command["name"] == "supervise") command.update(supervise_json());
    program["keys"] = keys_json();
    return program.dump(1) + "\n";
}

/// Does a command of the Python package on rank 0; all ranks return what it returned.
ExitCode python_command_on_root(const std::vector<std::string>& words, const Communicator& comm) {
    int code = 0;
    do_on_root(comm, [&] { code = python_command(words); });
    return static_cast<ExitCode>(comm.max_of(code));
}

} // namespace

ExitCode run_program(int argc, char** argv, const StartTime& start, const Communicator& comm,
                     const MpiSession& session) {
    const CommandLine command = parse_command_line(argc, argv, comm.is_root());
    switch (command.mode) {
    case Mode::done:
        return ExitCode::success;
    case Mode::describe:
        if (comm.is_root()) std::fputs(description(command.describe_key).c_str(), stdout);
        return ExitCode::success;
    case Mode::doctor:
        print_doctor(comm, session);
        return ExitCode::success;
    case Mode::validate: {
        std::vector<Diagnostic> ignored;
        check_processors(comm);
        choose_threads(0, comm, ignored);
        return validate(comm, {command.data, command.validated_device}) == 0
                   ? ExitCode::success
                   : ExitCode::physics_error;
    }
    case Mode::export_trajectory:
        export_trajectory(comm, command.exported);
        return ExitCode::success;
    case Mode::check:
        return check_folder(comm, command.checked);
    case Mode::compare:
        return compare_runs(comm, command.compared.at(0), command.compared.at(1));
    case Mode::python_command:
        return python_command_on_root(command.python, comm);
    case Mode::dry_run:
    case Mode::run:
        break;
    }
    check_processors(comm);
    Config config = read_input(command, comm);
    const bool crowded = choose_threads(config.run.threads, comm, config.warnings);
    if (command.mode == Mode::dry_run) {
        print_plan(config, command, comm);
        return ExitCode::success;
    }
    if (!crowded) warn_of_busy_cores(comm, config.warnings);
    return run_simulation(config, command, start, comm, session);
}

} // namespace mdsim
