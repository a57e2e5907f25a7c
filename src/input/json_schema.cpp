// SPDX-License-Identifier: BSD-3-Clause
#include "input/json_schema.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace mdsim {
namespace {

using Json = nlohmann::ordered_json;

Json table_schema(const std::vector<KeyRow>& rows);

Json number_schema(const KeyRow& row, const char* type) {
    Json schema{{"type", type}};
    if (std::isfinite(row.range.low)) {
        schema[row.range.low_allowed ? "minimum" : "exclusiveMinimum"] = row.range.low;
    }
    if (std::isfinite(row.range.high)) {
        schema["maximum"] = row.range.high;
    }
    if (row.dimension == Dimension::wall_time) {
        return {{"anyOf", Json::array({schema, Json{{"type", "string"}}})}};
    }
    return schema;
}

Json list_schema(const Json& entries, int count) {
    Json schema{{"type", "array"}, {"items", entries}};
    if (count > 0) {
        schema["minItems"] = count;
        schema["maxItems"] = count;
    }
    return schema;
}

Json value_schema(const KeyRow& row) {
    Json text{{"type", "string"}};
    switch (row.kind) {
    case KeyKind::truth:
        return {{"type", "boolean"}};
    case KeyKind::integer:
        return number_schema(row, "integer");
    case KeyKind::number:
        return number_schema(row, "number");
    case KeyKind::text:
        return text;
    case KeyKind::choice:
        return {{"enum", row.choices}};
    case KeyKind::choices:
        return list_schema({{"enum", row.choices}}, 0);
    case KeyKind::three_numbers:
        return list_schema(number_schema(row, "number"), 3);
    case KeyKind::three_truths:
        return list_schema({{"type", "boolean"}}, 3);
    case KeyKind::three_integers:
        return list_schema(number_schema(row, "integer"), 3);
    case KeyKind::numbers:
        return list_schema(number_schema(row, "number"), 0);
    case KeyKind::texts:
        return {{"anyOf", Json::array({text, list_schema(text, 0)})}};
    case KeyKind::counts:
        return {{"type", "object"}, {"additionalProperties", number_schema(row, "integer")}};
    case KeyKind::amounts:
        return {{"type", "object"}, {"additionalProperties", number_schema(row, "number")}};
    case KeyKind::table:
        return table_schema(row.children);
    case KeyKind::tables:
        return list_schema(table_schema(row.children), 0);
    }
    return {};
}

std::string description(const KeyRow& row) {
    const std::string_view what = dimension_text(row.dimension);
    return what.empty() ? row.help : row.help + " [" + std::string(what) + "]";
}

/// Defaults are TOML, which for all kinds that have one is JSON too, but for infinities.
void add_default(const KeyRow& row, Json& schema) {
    const Json value = Json::parse(row.default_text, nullptr, false);
    if (!row.default_text.empty() && !value.is_discarded()) {
        schema["default"] = value;
    }
}

/// "if this word is chosen, then these keys"; one for each alternative of a choice.
void add_alternatives(const KeyRow& row, Json& schema) {
    for (const KeyRow& alternative : row.alternatives) {
        Json then = table_schema(alternative.children);
        then.erase("type");
        then.erase("additionalProperties");
        for (const KeyRow& key : alternative.children) {
            schema["properties"][key.name] = Json::object(); // known to the table as a whole
        }
        const Json chosen{{"properties", {{row.name, {{"const", alternative.name}}}}}};
        schema["allOf"].push_back({{"if", chosen}, {"then", then}});
    }
}

Json table_schema(const std::vector<KeyRow>& rows) {
    Json schema{{"type", "object"}, {"properties", Json::object()}};
    std::vector<std::string> required;
    for (const KeyRow& row : rows) {
        Json value = value_schema(row);
        value["description"] = description(row);
        add_default(row, value);
        schema["properties"][row.name] = value;
        add_alternatives(row, schema);
        if (row.traits.is_required) {
            required.push_back(row.name);
        }
    }
    if (!required.empty()) {
        schema["required"] = required;
    }
    schema["additionalProperties"] = false;
    return schema;
}

} // namespace

std::string json_schema(const std::vector<KeyRow>& rows) {
    Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "mdsim input"}};
    schema.update(table_schema(rows));
    return schema.dump(2) + "\n";
}

} // namespace mdsim
