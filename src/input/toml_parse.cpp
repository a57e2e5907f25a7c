// SPDX-License-Identifier: BSD-3-Clause
#include "input/toml_parse.hpp"

#include <stdexcept>

namespace mdsim {
namespace {

/// toml++ 3.3 asserts what some broken texts break, such as "[" at the end of a line; with NDEBUG
/// it even takes it for granted. So its asserts stay on in this file, and throw.
struct ParserAssertion : std::logic_error {
    using std::logic_error::logic_error;
};

[[noreturn]] void parser_assertion_failed() {
    throw ParserAssertion("a key or header is incomplete");
}

} // namespace
} // namespace mdsim

#undef NDEBUG
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_ASSERT(condition) ((condition) ? void() : ::mdsim::parser_assertion_failed())
#define TOML_EXCEPTIONS 1
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace mdsim {
namespace {

/// Rebuilds the parser's tree as ours, which remembers places when values are moved.
class TreeBuilder {
  public:
    explicit TreeBuilder(std::string_view source)
        : source_(std::make_shared<const std::string>(source)) {}

    Place place(const toml::source_position& position) const {
        return {source_, static_cast<std::uint32_t>(position.line)};
    }

    TomlValue build(const toml::node& node) const {
        TomlValue value;
        value.place = place(node.source().begin);
        if (const auto* table = node.as_table()) {
            value.data = build_table(*table);
        } else if (const auto* array = node.as_array()) {
            value.data = build_array(*array);
        } else {
            build_scalar(node, value);
        }
        return value;
    }

  private:
    TomlTable build_table(const toml::table& table) const {
        TomlTable entries;
        entries.reserve(table.size());
        for (const auto& [key, node] : table) {
            TomlValue value = build(node);
            if (value.place.line == 0) { // tables that only dotted keys or sub-tables imply
                value.place = place(key.source().begin);
            }
            entries.push_back({std::string(key.str()), std::move(value)});
        }
        std::sort(entries.begin(), entries.end(),
                  [](const TomlEntry& a, const TomlEntry& b) { return a.key < b.key; });
        return entries;
    }

    TomlArray build_array(const toml::array& array) const {
        TomlArray values;
        values.reserve(array.size());
        for (const toml::node& node : array) {
            values.push_back(build(node));
        }
        return values;
    }

    static void build_scalar(const toml::node& node, TomlValue& value) {
        if (const auto* text = node.as_string()) {
            value.data = text->get();
        } else if (const auto* integer = node.as_integer()) {
            value.data = integer->get();
        } else if (const auto* number = node.as_floating_point()) {
            value.data = number->get();
        } else if (const auto* truth = node.as_boolean()) {
            value.data = truth->get();
        } else if (const auto* time = node.as_time()) { // 01:30:00 without quotes
            const toml::time t = time->get();
            value.data = fmt::format("{:02}:{:02}:{:02}", t.hour, t.minute, t.second);
        } else {
            value.data = TomlOther{"a date"};
        }
    }

    std::shared_ptr<const std::string> source_;
};

constexpr int most_key_parts = 50;

/// The line where a key has so many parts that walking the tree could exhaust the stack, or 0.
///
/// The parser bounds brackets by itself, but not the dots of a key. Rows of dots, as comments have
/// them, do not count.
std::uint32_t too_deep_line(std::string_view text) {
    int dots = 0;
    std::uint32_t line = 1;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n' || c == '=' || c == ',') {
            dots = 0;
            line += c == '\n';
        } else if (c == '.' && text[i + 1] != '.' && ++dots > most_key_parts) {
            return line;
        }
    }
    return 0;
}

} // namespace

TomlValue parse_toml(std::string_view text, std::string_view source, FaultList& faults) {
    const TreeBuilder builder(source);
    TomlValue empty{TomlTable{}, builder.place({1, 1})};
    if (const std::uint32_t line = too_deep_line(text); line > 0) {
        faults.add(builder.place({line, 1}),
                   fmt::format("a key of more than {} parts; keys of the input have at most four",
                               most_key_parts));
        return empty;
    }
    try {
        TomlValue root = builder.build(toml::parse(text, source));
        root.place = empty.place;
        return root;
    } catch (const toml::parse_error& error) {
        faults.add(builder.place(error.source().begin),
                   fmt::format("not valid TOML: {}", error.description()));
    } catch (const ParserAssertion& error) {
        faults.add(builder.place({0, 0}), fmt::format("not valid TOML: {}", error.what()));
    }
    return empty;
}

} // namespace mdsim
