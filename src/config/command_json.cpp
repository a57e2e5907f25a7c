// SPDX-License-Identifier: BSD-3-Clause
#include "config/command_json.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/config_rows.hpp"

namespace mdsim {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> names_of(const CLI::Option& option) {
    if (option.get_positional()) return {option.get_name(true)};
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

Json option_json(const CLI::Option& option) {
    return {{"names", names_of(option)},
            {"is_operand", option.get_positional()},
            {"value", option.get_items_expected_max() > 0 ? option.get_type_name() : ""},
            {"is_required", option.get_required()},
            {"help", option.get_description()}};
}

Json key_json(const std::string& name, const KeyRow& row) {
    std::vector<std::string> words = row.choices;
    if (row.kind == KeyKind::truth) words = {"true", "false"};
    std::vector<std::string> alternatives;
    for (const KeyRow& alternative : row.alternatives) alternatives.push_back(alternative.name);
    return {{"name", name},
            {"is_table", row.kind == KeyKind::table || row.kind == KeyKind::tables},
            {"is_list", row.kind == KeyKind::tables},
            {"words", words},
            {"alternatives", alternatives},
            {"help", row.help}};
}

} // namespace

Json command_json(const CLI::App& app) {
    Json options = Json::array();
    for (const CLI::Option* option : app.get_options({})) options.push_back(option_json(*option));
    Json commands = Json::array();
    for (const CLI::App* command : app.get_subcommands({}))
        commands.push_back(command_json(*command));
    return {{"name", app.get_name()},
            {"help", app.get_description()},
            {"footer", app.get_footer()},
            {"options", options},
            {"commands", commands}};
}

Json keys_json() {
    Json keys = Json::array();
    const std::vector<KeyRow> rows = config_rows();
    for (const auto& [name, row] : flatten(rows)) keys.push_back(key_json(name, *row));
    return keys;
}

} // namespace mdsim
