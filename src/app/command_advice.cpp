// SPDX-License-Identifier: BSD-3-Clause
#include "app/command_advice.hpp"

#include <CLI/CLI.hpp>

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

/// What was most likely meant by a word that has no place on the command line.
std::string advice_on(const CLI::App& app, const std::string& word, const std::string& input,
                      const std::vector<std::string>& overrides) {
    const auto used = app.get_subcommands();
    const std::vector<std::string> names = options_of(used.empty() ? app : *used.front());
    if (word.starts_with("-")) {
        const std::string_view near =
            nearest(word.substr(0, word.find('=')), {names.begin(), names.end()});
        return near.empty() ? "" : "; did you mean " + std::string(near) + "?";
    }
    const bool half = !overrides.empty() && overrides.back().find('=') == std::string::npos;
    if (half)
        return "; --set takes key and value as one word: --set " + overrides.back() + "=" + word;
    if (used.empty() && input == "run") return "; a run needs no such word: mdsim " + word;
    return used.empty() ? "; there is one input, and \"" + input + "\" was taken for it" : "";
}

} // namespace

void expect_no_extras(const CLI::App& app, const std::string& input,
                      const std::vector<std::string>& overrides) {
    const std::vector<std::string> extras = app.remaining(true);
    if (extras.empty()) return;
    throw InputError("command line", "\"" + extras.front() + "\" was not expected" +
                                         advice_on(app, extras.front(), input, overrides) +
                                         "; see mdsim --help");
}

} // namespace mdsim
