// SPDX-License-Identifier: BSD-3-Clause
#include "config/command_advice.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "input/suggest.hpp"

namespace mdsim {

namespace {

/// The long options of a program or of a subcommand.
std::vector<std::string> options_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// The key of the input that an option of this name may stand for, as threads stand in [run].
std::string key_of(const std::string& option) {
    MDSIM_EXPECT(option.starts_with("--"));
    const std::string name = option.substr(2, option.find('=') - 2);
    for (const auto& [key, place] :
         {std::pair("threads", "run.threads"), std::pair("device", "run.device"),
          std::pair("precision", "run.precision"), std::pair("seed", "run.seed"),
          std::pair("wall-time", "run.wall_time"), std::pair("steps", "stage.0.steps")})
        if (name == key) return place;
    return {};
}

std::string advice_on_option(const CLI::App& app, const std::string& word) {
    if (word.starts_with("--"))
        if (const std::string key = key_of(word); !key.empty())
            return "; keys of the input are given as --set " + key + "=...";
    const auto used = app.get_subcommands();
    const std::vector<std::string> names = options_of(used.empty() ? app : *used.front());
    const std::string_view near =
        nearest(word.substr(0, word.find('=')), {names.begin(), names.end()});
    return near.empty() ? "" : "; did you mean " + std::string(near) + "?";
}

/// The subcommand that a misspelt word stands for; empty where it is the name of a file.
std::string subcommand_near(const CLI::App& app, const std::string& word) {
    std::error_code error;
    if (word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, error))
        return {};
    std::vector<std::string> names;
    for (const CLI::App* subcommand : app.get_subcommands({}))
        names.push_back(subcommand->get_name());
    return std::string(nearest(word, {names.begin(), names.end()}));
}

/// What was most likely meant by a word that has no place on the command line.
std::string advice_on(const CLI::App& app, const std::string& word, const std::string& input,
                      const std::vector<std::string>& overrides) {
    if (word.starts_with("-")) return advice_on_option(app, word);
    const bool half = !overrides.empty() && overrides.back().find('=') == std::string::npos;
    if (half)
        return "; --set takes key and value as one word: --set " + overrides.back() + "=" + word;
    if (!app.get_subcommands().empty()) return {};
    if (app.count("--resume") > 0 && (word == "auto" || input == "auto"))
        return "; --resume takes its value with the sign =: --resume=auto";
    if (input == "run") return "; a run needs no such word: mdsim " + word;
    if (const std::string near = subcommand_near(app, input); !near.empty())
        return "; did you mean mdsim " + near + "? \"" + input + "\" was taken for the input";
    return "; there is one input, and \"" + input + "\" was taken for it";
}

} // namespace

void expect_no_extras(const CLI::App& app, const std::string& input,
                      const std::vector<std::string>& overrides) {
    const std::vector<std::string> extras = app.remaining(true);
    if (!extras.empty())
        throw InputError("command line", "\"" + extras.front() + "\" was not expected" +
                                             advice_on(app, extras.front(), input, overrides) +
                                             "; see mdsim --help");
    std::error_code error;
    if (input == "auto" && app.count("--resume") > 0 && !std::filesystem::exists(input, error))
        throw InputError("command line", "there is no file \"auto\"; --resume takes its value with "
                                         "the sign =: mdsim input.toml --resume=auto");
    const std::string near = app.get_subcommands().empty() ? subcommand_near(app, input) : "";
    if (!near.empty())
        throw InputError("command line",
                         "there is no file \"" + input + "\"; did you mean mdsim " + near + "?");
}

} // namespace mdsim
