// SPDX-License-Identifier: BSD-3-Clause
#include "config/command_line.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "config/command_advice.hpp"
#include "config/command_json.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/version.hpp"

namespace mdsim {

namespace {

constexpr const char* purpose =
    "mdsim: molecular dynamics that gives the same bits on any number of ranks";

/// What the command line asks for beside its values.
struct Flags {
    bool dry_run = false;
    bool version = false;
    std::string resume = "no"; ///< "yes" without a value, otherwise what follows the sign "="
};

Resume resume_of(const std::string& word) {
    if (word == "no") return Resume::no;
    if (word == "yes") return Resume::yes;
    if (word == "auto") return Resume::automatic;
    throw InputError("--resume", "found \"" + word +
                                     "\"; allowed: --resume (there must be a checkpoint) or "
                                     "--resume=auto (begins where there is none)");
}

/// The options of a run, on the top level and understood before the name of the input too.
void add_run_options(CLI::App& app, CommandLine& c, Flags& flags) {
    app.add_option("input", c.input, "input file (TOML)")->type_name("INPUT");
    app.add_flag("--dry-run", flags.dry_run,
                 "check everything and print the plan, but run nothing");
    app.add_option_function<std::string>(
           "--gpu-memory", [&c](const std::string& bytes) { c.gpu_memory = std::stod(bytes); },
           "with --dry-run: plan for a GPU with this memory, like 80GB")
        ->transform(CLI::AsSizeValue(true).description(""))
        ->type_name("SIZE");
    app.add_flag("--resume{yes}", flags.resume,
                 "go on from the last checkpoint, also with more steps than before; --resume=auto "
                 "begins where there is none");
    app.add_flag("--overwrite", c.overwrite,
                 "replace the results of an earlier run in the output folder");
    app.add_option("--set", c.overrides, "replace a key of the input: section.key=value")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--output", c.output, "folder for all output")->type_name("FOLDER");
    app.add_flag("--quiet", c.quiet, "print warnings and errors only");
    app.add_flag("--version", flags.version, "print version and commit");
    app.add_option("--describe", c.describe_key, "explain all input keys, or one key or section")
        ->type_name("KEY")
        ->expected(0, 1);
}

/// A command whose words are left to Python, its --help too.
void add_python_command(CLI::App& app, CommandLine& c, const std::string& name,
                        const std::string& what) {
    CLI::App* command = app.add_subcommand(name, what);
    command->prefix_command();
    command->set_help_flag();
    command->final_callback([&c, command, name] {
        c.python = command->remaining();
        c.python.insert(c.python.begin(), name);
    });
}

/// main() takes it where it is the first word; its options are here for pages and completions.
void add_watch(CLI::App& app) {
    CLI::App* watch = app.add_subcommand(
        "watch", "show in a terminal how a run stands, until it ends (Python package mdsim)");
    const auto ignore = [](const std::string&) {};
    watch->add_option_function<std::string>("folder", ignore, "output folder of a run")
        ->type_name("FOLDER")
        ->required();
    watch
        ->add_option_function<std::string>("--every", ignore,
                                           "time between two looks, 1 s if absent")
        ->type_name("SECONDS");
    watch->add_flag_callback(
        "--once", [] {}, "print it once and end, as without a terminal");
}

void add_subcommands(CLI::App& app, CommandLine& c) {
    CLI::App* validate =
        app.add_subcommand("validate", "check energies and forces against references");
    validate->add_option("--data", c.data, "folder with reference data")->type_name("FOLDER");
    std::vector<std::string> devices;
    for (const auto& entry : enum_names(DeviceChoice{})) devices.emplace_back(entry.name);
    validate
        ->add_option_function<std::string>(
            "--device",
            [&c](const std::string& name) {
                for (const auto& entry : enum_names(DeviceChoice{}))
                    if (entry.name == name) c.validated_device = entry.value;
            },
            "what to compute on: auto, cpu or cuda")
        ->type_name("DEVICE")
        ->check(CLI::IsMember(devices));
    app.add_subcommand("doctor", "show what this machine offers and what will be used");
    CLI::App* check = app.add_subcommand("check", "look for damage in the output folder of a run");
    check->add_option("folder", c.checked, "output folder of a run")
        ->type_name("FOLDER")
        ->required();
    CLI::App* compare = app.add_subcommand(
        "compare", "say whether two runs have the same bits, or where they part");
    compare->add_option("folders", c.compared, "output folders of two runs")
        ->type_name("FOLDER")
        ->required()
        ->expected(2);
    app.add_subcommand("supervise", "keep a run going on machines that come and go")
        ->prefix_command(); // main() takes it where it is the first word
    app.add_subcommand("plan",
                       "forecast time, energy, money and disk of a run (Python package mdsim)")
        ->prefix_command(); // likewise
    app.add_subcommand("elastic",
                       "measure elastic constants of the system of an input (Python package mdsim)")
        ->prefix_command(); // likewise
    app.add_subcommand("rerun", "compute energies and forces of stored frames, by their own or "
                                "other potentials (Python package mdsim)")
        ->prefix_command(); // likewise
    add_watch(app);
    add_python_command(app, c, "report", "write a page about a run (Python package mdsim)");
    add_python_command(app, c, "plot", "draw curves of a run (Python package mdsim)");
    add_python_command(app, c, "convert",
                       "write a trajectory as XTC, DCD, PDB ... (Python package mdsim)");
    ExportOptions& e = c.exported;
    CLI::App* text =
        app.add_subcommand("export", "write a trajectory as extended XYZ or as a dump of LAMMPS");
    text->add_option("trajectory", e.trajectory, "trajectory.h5md of a run, or its folder")
        ->type_name("FILE")
        ->required();
    text->add_option("output", e.output, "file to write: .extxyz, .xyz, .lammpstrj or .dump")
        ->type_name("FILE")
        ->required();
    text->add_option("--every", e.every, "write only every n-th frame")->type_name("N");
    text->add_flag("--unwrap", e.unwrap, "follow atoms out of the box, by their images");
    text->add_option("--names", e.names, "other names of species in the output: A=Ar,B=Kr")
        ->type_name("NAMES")
        ->delimiter(',');
    text->add_flag("--plain", e.plain,
                   "leave the units out of the file: MDAnalysis cannot read a dump with them");
    text->add_flag("--overwrite", e.overwrite, "replace a file that is there already");
}

/// All that the command line may hold.
void declare(CLI::App& app, CommandLine& c, Flags& flags) {
    app.footer("exit codes: 0 success, 1 runs that were compared differ,\n"
               "            2 error of the input or damaged output, 3 fault of the physics,\n"
               "            4 fault of the machine, 5 stopped after a checkpoint");
    app.allow_extras(); // reported by expect_no_extras
    add_run_options(app, c, flags);
    add_subcommands(app, c);
}

/// A word as a shell takes it.
std::string in_quotes(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_@%+=:,./-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string joined_words(int argc, const char* const* argv) {
    std::string text;
    for (int i = 0; i < argc; ++i) text += (i == 0 ? "" : " ") + in_quotes(argv[i]);
    return text;
}

/// What is to be done, of a command line that could be parsed.
Mode mode_of(const CLI::App& app, const CommandLine& c, const Flags& flags) {
    if (flags.version) return Mode::done;
    if (app.got_subcommand("validate")) return Mode::validate;
    if (app.got_subcommand("doctor")) return Mode::doctor;
    if (app.got_subcommand("export")) return Mode::export_trajectory;
    if (app.got_subcommand("check")) return Mode::check;
    if (app.got_subcommand("compare")) return Mode::compare;
    if (!c.python.empty()) return Mode::python_command;
    for (const char* name : {"supervise", "plan", "elastic"})
        if (app.got_subcommand(name))
            throw InputError("command line",
                             fmt::format("{0} is the first word: mdsim {0} input.toml", name));
    for (const char* name : {"rerun", "watch"})
        if (app.got_subcommand(name))
            throw InputError("command line",
                             fmt::format("{0} is the first word: mdsim {0} input.out", name));
    if (app.count("--describe") > 0) return Mode::describe;
    if (c.input.empty())
        throw InputError("command line", "no input file: mdsim input.toml; see mdsim --help");
    if (c.resume != Resume::no && c.overwrite)
        throw InputError("command line", "--resume goes on with the run in the output folder, "
                                         "--overwrite replaces it: give one of them");
    if (c.gpu_memory && !flags.dry_run)
        throw InputError("command line", "--gpu-memory has a meaning only with --dry-run");
    return flags.dry_run ? Mode::dry_run : Mode::run;
}

} // namespace

CommandLine parse_command_line(int argc, const char* const* argv, bool print) {
    CommandLine c;
    c.text = joined_words(argc, argv);
    Flags flags;
    CLI::App app{purpose, "mdsim"};
    declare(app, c, flags);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        if (print) app.exit(help);
        c.mode = Mode::done;
        return c;
    } catch (const CLI::ParseError& error) {
        throw InputError("command line", std::string(error.what()) + "; see mdsim --help");
    }
    if (c.python.empty()) expect_no_extras(app, c.input, c.overrides);
    c.resume = resume_of(flags.resume);
    c.mode = mode_of(app, c, flags);
    MDSIM_ENSURE(c.mode != Mode::compare || c.compared.size() == 2);
    if (flags.version && print) std::cout << "mdsim " << version << " (" << git_commit() << ")\n";
    return c;
}

nlohmann::ordered_json program_json() {
    CommandLine c;
    Flags flags;
    CLI::App app{purpose, "mdsim"};
    declare(app, c, flags);
    return command_json(app);
}

} // namespace mdsim
