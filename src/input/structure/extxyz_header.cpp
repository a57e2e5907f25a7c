// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/extxyz_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "input/structure/extxyz_pairs.hpp"

namespace mdsim::source {

namespace {

/// The words of a list, whether blanks, commas or brackets part them.
std::vector<std::string> list_of(std::string text) {
    for (char& c : text) c = c == ',' || c == '[' || c == ']' || c == '{' || c == '}' ? ' ' : c;
    std::vector<std::string_view> words;
    split_words(text, words);
    return {words.begin(), words.end()};
}

/// The numbers of a list of a given length; empty, with a fault, where they are anything else.
std::vector<double> numbers_of(const std::string& key, const std::string& value, std::size_t count,
                               std::int64_t line, Findings& findings) {
    const std::vector<std::string> words = list_of(value);
    std::vector<double> numbers(words.size());
    bool good = words.size() == count;
    for (std::size_t i = 0; i < words.size(); ++i)
        good = good && parse_number(words[i], numbers[i]);
    if (good) return numbers;
    findings.error(
        line, fmt::format("{} must be {} finite numbers; found {}", key, count, in_quotes(value)));
    return {};
}

void read_lattice(const XyzPairs& pairs, std::int64_t line, XyzHeader& header, Findings& findings) {
    const std::string* lattice = xyz_value(pairs, "lattice");
    if (lattice == nullptr) {
        findings.error(line,
                       "the comment line has no Lattice=\"ax ay az bx by bz cx cy cz\"; the box "
                       "must be given");
        return;
    }
    const std::vector<double> n = numbers_of("Lattice", *lattice, 9, line, findings);
    if (n.empty()) return;
    std::string fault;
    header.frame =
        cell_frame({{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}}}, fault);
    if (!fault.empty()) findings.error(line, "Lattice: " + fault);
    header.box.edges = header.frame.edges;
    if (fault.empty() && header.frame.rotated)
        findings.warning(
            line, "the lattice is not lower-triangular; it is rotated so that a lies along x "
                  "and b in the xy plane, and positions and velocities with it");
    const std::string* origin = xyz_value(pairs, "origin");
    const std::vector<double> o = origin == nullptr
                                      ? std::vector<double>()
                                      : numbers_of("Origin", *origin, 3, line, findings);
    if (!o.empty()) header.box.origin = header.frame.turned({o[0], o[1], o[2]});
}

void read_periodic(const XyzPairs& pairs, std::int64_t line, Box& box, Findings& findings) {
    const std::string* value = xyz_value(pairs, "pbc");
    if (value == nullptr) return;
    const std::vector<std::string> words = list_of(lower_case(*value));
    bool good = words.size() == 3;
    for (std::size_t k = 0; good && k < 3; ++k) {
        box.periodic[k] = words[k] == "t" || words[k] == "true" || words[k] == "1";
        good = box.periodic[k] || words[k] == "f" || words[k] == "false" || words[k] == "0";
    }
    if (!good)
        findings.error(line,
                       fmt::format("pbc must be three of T or F; found {}", in_quotes(*value)));
}

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// One entry name:kind:width of Properties.
struct Property {
    std::string name;
    char kind = '?';
    std::int64_t width = 0;
};

/// Where the columns of a property are to be noted, or null where it is not used.
std::int64_t* place_of(const Property& property, XyzColumns& columns) {
    const std::string name = lower_case(property.name);
    const bool real = property.kind == 'R' || property.kind == 'I';
    if (name == "species" && property.width == 1) return &columns.species;
    if (name == "pos" && real && property.width == 3) return &columns.position;
    if (one_of(name, {"velo", "vel", "velocity", "velocities"}) && real && property.width == 3)
        return &columns.velocity;
    if (one_of(name, {"charge", "charges", "initial_charges"}) && real && property.width == 1)
        return &columns.charge;
    if (one_of(name, {"mass", "masses"}) && real && property.width == 1) return &columns.mass;
    if (name == "id" && property.kind == 'I' && property.width == 1) return &columns.id;
    return nullptr;
}

/// Splits Properties at its colons; empty, with a fault, where it makes no sense.
std::vector<Property> properties_of(std::string_view text, std::int64_t line, Findings& findings) {
    constexpr std::int64_t widest = 1000000;
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    std::vector<Property> properties;
    bool good = parts.size() % 3 == 0;
    for (std::size_t i = 0; good && i < parts.size(); i += 3) {
        Property property{std::string(parts[i]), '?', 0};
        good = !parts[i].empty() && parts[i + 1].size() == 1 &&
               one_of(parts[i + 1], {"S", "R", "I", "L"}) &&
               parse_integer(parts[i + 2], property.width) && property.width >= 1 &&
               property.width <= widest;
        property.kind = good ? parts[i + 1][0] : '?';
        properties.push_back(std::move(property));
    }
    if (good) return properties;
    findings.error(line,
                   fmt::format("Properties must be a chain of name:kind:columns with kind S, R, I "
                               "or L, such as species:S:1:pos:R:3; found {}",
                               in_quotes(text)));
    return {};
}

void read_columns(const XyzPairs& pairs, std::int64_t line, XyzColumns& columns,
                  Findings& findings) {
    const std::string* value = xyz_value(pairs, "properties");
    const std::string text = value == nullptr ? "species:S:1:pos:R:3" : *value;
    const std::vector<Property> properties = properties_of(text, line, findings);
    for (const Property& property : properties) {
        std::int64_t* place = place_of(property, columns);
        if (place == nullptr)
            findings.warning(line, fmt::format("the column {}:{}:{} is not used", property.name,
                                               property.kind, property.width));
        else if (*place >= 0)
            findings.error(line, fmt::format("Properties: {} comes a second time", property.name));
        else
            *place = columns.count;
        columns.count += property.width;
    }
    if (!properties.empty() && columns.species < 0)
        findings.error(line,
                       fmt::format("Properties has no species:S:1; found {}", in_quotes(text)));
    if (!properties.empty() && columns.position < 0)
        findings.error(line, fmt::format("Properties has no pos:R:3; found {}", in_quotes(text)));
}

} // namespace

XyzHeader xyz_header(std::string_view comment, std::int64_t line, Findings& findings) {
    const XyzPairs pairs = xyz_pairs(comment, line, findings);
    XyzHeader header;
    read_lattice(pairs, line, header, findings);
    read_periodic(pairs, line, header.box, findings);
    read_columns(pairs, line, header.columns, findings);
    if (const std::string* units = xyz_value(pairs, "units")) header.units = lower_case(*units);
    return header;
}

} // namespace mdsim::source
