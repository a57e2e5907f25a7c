// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mdsim {

/// Throws InputError where the parsed command line has words that belong nowhere, or a misspelt
/// subcommand in place of the input, with what was most likely meant. `input` is what was taken for
/// the input, `overrides` are the values of --set.
void expect_no_extras(const CLI::App& app, const std::string& input,
                      const std::vector<std::string>& overrides);

} // namespace mdsim
