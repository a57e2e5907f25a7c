// SPDX-License-Identifier: BSD-3-Clause
#include "setup/given_by_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>
#include <span>
#include <variant>
#include <vector>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "input/toml_writer.hpp"
#include "output/checksum.hpp"

namespace mdsim {

namespace {

/// Of the numbers, not of the text: another way to write the same table is the same table.
std::uint64_t checksum_of_curve(const TableCurve& curve) {
    Checksum checksum;
    for (const std::vector<double>* column : {&curve.r, &curve.energy, &curve.force})
        checksum.add(std::as_bytes(std::span(*column)));
    return checksum.value();
}

template <class Params> std::string curve_line(const Params& params) {
    const std::string section =
        params.section.empty() ? "" : fmt::format(", section {}", to_toml(params.section));
    const std::string name = std::filesystem::path(params.file).filename().string();
    return fmt::format("{} {}{}: {}, checksum {:016x}", params.name, to_toml(name), section,
                       counted(static_cast<std::int64_t>(params.curve.r.size()), "row"),
                       checksum_of_curve(params.curve));
}

using Functions = std::vector<std::vector<double>>;

void add_functions(std::initializer_list<const Functions*> all, Checksum& checksum) {
    for (const Functions* functions : all)
        for (const std::vector<double>& function : *functions)
            checksum.add(std::as_bytes(std::span(function)));
}

void add_tables(const EamTables& tables, Checksum& checksum) {
    const double grid[] = {tables.spacing, tables.density_spacing, tables.cutoff};
    checksum.add(std::as_bytes(std::span(grid)));
    add_functions({&tables.embedding, &tables.density, &tables.pair_times_r}, checksum);
}

std::uint64_t checksum_of_tables(const EamTables& tables) {
    Checksum checksum;
    add_tables(tables, checksum);
    return checksum.value();
}

std::uint64_t checksum_of_tables(const AdpTables& tables) {
    Checksum checksum;
    add_tables(tables, checksum);
    add_functions({&tables.dipole, &tables.quadrupole}, checksum);
    return checksum.value();
}

template <class Entry> std::uint64_t checksum_of_tables(const ClusterTables<Entry>& tables) {
    static_assert(sizeof(Entry) % sizeof(double) == 0); // numbers and nothing between
    Checksum checksum;
    checksum.add(std::as_bytes(std::span(tables.entry)));
    return checksum.value();
}

/// Where the table of parameters ends; cluster functionals have no common cutoff.
std::string cutoff_text(const EamTables& tables) {
    return fmt::format(", cutoff = {}", to_toml(tables.cutoff));
}
template <class Entry> std::string cutoff_text(const ClusterTables<Entry>&) { return {}; }

template <class Params> std::string tables_line(const Params& params) {
    std::vector<std::string> names;
    for (const std::string& file : params.files)
        names.push_back(to_toml(std::filesystem::path(file).filename().string()));
    return fmt::format("{} {}: {}{}, checksum {:016x}", params.name, fmt::join(names, ", "),
                       fmt::join(params.tables->elements, ", "), cutoff_text(*params.tables),
                       checksum_of_tables(*params.tables));
}

std::string species_line(const Species& species, std::int64_t atoms, const Units& units) {
    return fmt::format("species {}: mass = {}, charge = {}, {}", to_toml(species.name),
                       to_toml(units.to_user(Dimension::mass, species.mass)),
                       to_toml(species.charge), counted(atoms, "atom"));
}

} // namespace

std::string given_by_files(const SystemSections& sections, const SystemParts& parts) {
    MDSIM_EXPECT(parts.count_of_type.size() == parts.species.size());
    std::vector<std::string> lines;
    for (std::size_t t = 0; t < parts.species.size(); ++t)
        lines.push_back(species_line(parts.species[t], parts.count_of_type[t], parts.units));
    lines.push_back("box: periodic = " + to_toml(parts.structure.box.periodic));
    const auto add_curve = [&](const auto& params) {
        if constexpr (requires { params.curve; }) lines.push_back(curve_line(params));
    };
    for (const PotentialSettings& potential : sections.pair.potentials)
        std::visit(add_curve, potential.potential);
    const auto add_line = [&](const auto& params) {
        if constexpr (requires { params.tables; })
            if (params.tables) lines.push_back(tables_line(params));
    };
    for (const FunctionalSettings& functional : sections.functionals)
        std::visit(add_line, functional.functional);
    std::string text = "\n";
    for (const std::string& line : lines) text += given_prefix + line + "\n";
    return text;
}

} // namespace mdsim
