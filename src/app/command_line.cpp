// SPDX-License-Identifier: BSD-3-Clause
#include "app/command_line.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "core/error.hpp"
#include "core/version.hpp"

namespace mdsim {

namespace {

/// The options of a run, on the top level and understood before the name of the input too.
void add_run_options(CLI::App& app, CommandLine& c, bool& dry_run, bool& version) {
    app.add_option("input", c.input, "input file (TOML)");
    app.add_flag("--dry-run", dry_run, "check everything and print the plan, but run nothing");
    app.add_flag("--resume", c.resume,
                 "go on from the last checkpoint, also with more steps than before");
    app.add_flag("--overwrite", c.overwrite,
                 "replace the results of an earlier run in the output folder");
    app.add_option("--set", c.overrides, "replace a key of the input: section.key=value")
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--output", c.output, "folder for all output");
    app.add_flag("--quiet", c.quiet, "print warnings and errors only");
    app.add_flag("--version", version, "print version and commit");
}

} // namespace

CommandLine parse_command_line(int argc, const char* const* argv, bool print) {
    CommandLine c;
    bool dry_run = false;
    bool version_only = false;
    CLI::App app{"mdsim: molecular dynamics that gives the same bits on any number of ranks",
                 "mdsim"};
    app.footer("exit codes: 0 success, 2 fault of the input, 3 fault of the physics,\n"
               "            4 fault of the machine, 5 stopped after a checkpoint");
    add_run_options(app, c, dry_run, version_only);
    CLI::Option* describe = app.add_option("--describe", c.describe_key,
                                           "explain all input keys, or one key or section")
                                ->expected(0, 1);
    CLI::App* validate =
        app.add_subcommand("validate", "check energies and forces against references");
    validate->add_option("--data", c.data, "folder with reference data");
    const CLI::App* doctor =
        app.add_subcommand("doctor", "show what this machine offers and what will be used");
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        if (print) app.exit(help);
        c.mode = Mode::done;
        return c;
    } catch (const CLI::ParseError& error) {
        throw InputError("command line", std::string(error.what()) + "; see mdsim --help");
    }
    if (version_only) {
        if (print) std::cout << "mdsim " << version << " (" << git_commit() << ")\n";
        c.mode = Mode::done;
    } else if (validate->parsed()) {
        c.mode = Mode::validate;
    } else if (doctor->parsed()) {
        c.mode = Mode::doctor;
    } else if (describe->count() > 0) {
        c.mode = Mode::describe;
    } else if (c.input.empty()) {
        throw InputError("command line", "no input file: mdsim input.toml; see mdsim --help");
    } else {
        c.mode = dry_run ? Mode::dry_run : Mode::run;
    }
    return c;
}

} // namespace mdsim
