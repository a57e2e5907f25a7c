// SPDX-License-Identifier: BSD-3-Clause
#include "config/config_rows.hpp"

#include "config/config.hpp"
#include "input/collect_rows.hpp"
#include "input/describe.hpp"
#include "input/json_schema.hpp"
#include "input/manual_page.hpp"

namespace mdsim {

std::vector<KeyRow> config_rows() { return collect_rows<Config>(); }

std::vector<std::string> config_keys() {
    const std::vector<KeyRow> rows = config_rows();
    std::vector<std::string> keys;
    for (const auto& [name, row] : flatten(rows)) {
        keys.push_back(name);
    }
    return keys;
}

std::string describe(std::string_view key) {
    if (key == "manual") {
        return manual_page();
    }
    if (key == "schema") {
        return json_schema();
    }
    return key.empty() ? describe_all(config_rows()) : describe_key(config_rows(), key);
}

std::string manual_page() {
    std::vector<KeyRow> rows = config_rows();
    std::erase_if(rows, [](const KeyRow& row) { return row.name == DebugSettings::section; });
    return manual_page(rows);
}

std::string json_schema() { return json_schema(config_rows()); }

} // namespace mdsim
