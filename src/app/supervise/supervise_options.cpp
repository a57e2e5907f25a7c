// SPDX-License-Identifier: BSD-3-Clause
#include "app/supervise/supervise_options.hpp"

#include <CLI/CLI.hpp>
#include <sstream>

#include "config/command_line.hpp"
#include "config/config.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

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
    app.add_option("input", o.input, "input file (TOML)")->required();
    app.add_option("--ranks", o.ranks, "ranks (one for each GPU that is present; otherwise one)")
        ->check(CLI::Range(1, 1 << 20));
    app.add_option("--ranks-command", o.ranks_command,
                   "a command that prints how many ranks there are to be, asked at each start");
    app.add_option("--mpirun", mpirun, "the launcher of several ranks, with its options (mpirun)");
    app.add_option("--notice-file", o.notice_file, "stop the run once this file is there");
    app.add_option("--notice-command", o.notice_command, "stop it once this command ends with 0");
    app.add_flag("--once", o.once, "end after a notice; otherwise wait until it is taken back");
    app.add_option("--look-every", o.look_every, "seconds between two looks for a notice (2)")
        ->check(CLI::Range(0.05, 3600.0));
    app.add_option("--grace", o.grace, "seconds for a checkpoint, then the run is killed (120)")
        ->check(CLI::Range(1.0, 86400.0));
    app.add_option("--attempts", o.attempts,
                   "end after so many failures in a row without a new checkpoint (3)")
        ->check(CLI::Range(1, 1000));
    app.add_option("--pause", o.pause, "seconds before it starts again after a failure (5)")
        ->check(CLI::Range(0.0, 3600.0));
}

} // namespace

std::optional<SuperviseOptions> read_supervise_options(int argc, const char* const* argv) {
    SuperviseOptions options;
    std::string mpirun;
    CLI::App app{"keeps a run going on what is there: starts it, stops it behind a checkpoint when "
                 "the machine goes away, and starts it again",
                 "mdsim supervise"};
    app.footer(
        "further options are those of mdsim: --set, --output, --quiet\n"
        "exit codes: 0 the run has finished, 5 stopped behind a checkpoint, others as mdsim");
    app.allow_extras();
    add_options(app, options, mpirun);
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

} // namespace mdsim
