// SPDX-License-Identifier: BSD-3-Clause
#include "app/supervise/supervise_options.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "config/command_json.hpp"
#include "config/command_line.hpp"
#include "config/config.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr const char* purpose =
    "keeps a run going on what is there: starts it, stops it behind a checkpoint when the machine "
    "goes away, and starts it again";

/// Those of the program that a run which is kept going may have.
constexpr std::array passed_options = {"--set", "--output", "--quiet"};

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

/// Takes from the input, and the words that the program is given, where the run writes and what it
/// computes on.
void look_at_input(SuperviseOptions& options) {
    std::vector<const char*> words{"mdsim", options.input.c_str()};
    for (const std::string& word : options.passed) words.push_back(word.c_str());
    const CommandLine command =
        parse_command_line(static_cast<int>(words.size()), words.data(), false);
    if (command.mode != Mode::run || command.overwrite || command.resume == Resume::yes)
        throw InputError("command line",
                         "supervise begins the run and goes on with it by itself: leave out "
                         "--resume, --overwrite and what runs nothing");
    const Config config = read_config(command.input, command.overrides, command.output);
    options.folder = config.output_directory();
    options.on_cpu = config.run.device == DeviceChoice::cpu;
}

void add_options(CLI::App& app, SuperviseOptions& o, std::string& mpirun) {
    app.add_option("input", o.input, "input file (TOML)")->type_name("INPUT")->required();
    app.add_option("--ranks", o.ranks, "ranks (one for each GPU that is present; otherwise one)")
        ->type_name("N")
        ->check(CLI::Range(1, 1 << 20));
    app.add_option("--ranks-command", o.ranks_command,
                   "a command that prints how many ranks there are to be, asked at each start")
        ->type_name("COMMAND");
    app.add_option("--mpirun", mpirun, "the launcher of several ranks, with its options (mpirun)")
        ->type_name("WORDS");
    app.add_option("--notice-file", o.notice_file, "stop the run once this file is there")
        ->type_name("FILE");
    app.add_option("--notice-command", o.notice_command, "stop it once this command ends with 0")
        ->type_name("COMMAND");
    app.add_flag("--once", o.once, "end after a notice; otherwise wait until it is taken back");
    app.add_option("--look-every", o.look_every, "seconds between two looks for a notice (2)")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.05, 3600.0));
    app.add_option("--grace", o.grace, "seconds for a checkpoint, then the run is killed (120)")
        ->type_name("SECONDS")
        ->check(CLI::Range(1.0, 86400.0));
    app.add_option("--attempts", o.attempts,
                   "end after so many failures in a row without a new checkpoint (3)")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    app.add_option("--pause", o.pause, "seconds before it starts again after a failure (5)")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 3600.0));
}

void declare(CLI::App& app, SuperviseOptions& o, std::string& mpirun) {
    app.footer(fmt::format(
        "further options are those of mdsim: {}\n"
        "exit codes: 0 the run has finished, 5 stopped behind a checkpoint, others as mdsim",
        fmt::join(passed_options, ", ")));
    app.allow_extras();
    add_options(app, o, mpirun);
}

} // namespace

std::optional<SuperviseOptions> read_supervise_options(int argc, const char* const* argv) {
    SuperviseOptions options;
    std::string mpirun;
    CLI::App app{purpose, "mdsim supervise"};
    declare(app, options, mpirun);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        app.exit(help);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw InputError("command line",
                         std::string(error.what()) + "; see mdsim supervise --help");
    }
    if (options.ranks && !options.ranks_command.empty())
        throw InputError("command line", "give --ranks or --ranks-command, not both");
    if (!mpirun.empty()) options.mpirun = words_of(mpirun);
    options.passed = app.remaining();
    look_at_input(options);
    return options;
}

nlohmann::ordered_json supervise_json() {
    SuperviseOptions options;
    std::string mpirun;
    CLI::App app{purpose, "supervise"};
    declare(app, options, mpirun);
    nlohmann::ordered_json json = command_json(app);
    json["passed_options"] = passed_options;
    return json;
}

} // namespace mdsim
