// SPDX-License-Identifier: BSD-3-Clause
#include "config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <variant>

#include "config/config_check.hpp"
#include "config/config_rows.hpp"
#include "config/key_places.hpp"
#include "config/many_body_files.hpp"
#include "config/named_files.hpp"
#include "core/contract.hpp"
#include "guard/regular_file.hpp"
#include "input/convert_units.hpp"
#include "input/settings_reader.hpp"
#include "input/table_file.hpp"
#include "input/toml_parse.hpp"
#include "input/toml_writer.hpp"
#include "state/structure.hpp"

namespace mdsim {
namespace {

/// The units of an input, for messages and conversions; lj where the input does not say.
///
/// Errors of the section are left to the reading of the whole input.
Units read_units(const TomlValue& root) {
    UnitsSettings settings;
    if (const TomlValue* section = root.find("units")) {
        ErrorList ignored;
        SettingsReader(Units(UnitSystem::lj), {}, ignored).read_table(*section, "units", settings);
    }
    if (!has_constants(settings.constants, settings.system)) {
        settings.constants = ConstantSet::codata;
    }
    return Units(settings.system, settings.constants);
}

bool inside(std::string_view key, std::string_view table) {
    return key.size() > table.size() && key.substr(0, table.size()) == table &&
           key[table.size()] == '.';
}

std::string_view table_of(std::string_view key) {
    const std::size_t dot = key.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
}

std::string_view name_of(std::string_view key) { return key.substr(key.rfind('.') + 1); }

/// Whether a joint error is about what the ensemble of a stage needs, and `single` is that
/// ensemble.
bool asks_for_ensemble(std::string_view joint, std::string_view single) {
    static constexpr std::array<std::string_view, 9> keys{
        "temperature",  "temperature_end", "friction", "collision_frequency", "relaxation_time",
        "chain_length", "couple_every",    "minimize", "couple_delay"};
    return inside(single, "stage") && name_of(single) == "ensemble" &&
           table_of(joint) == table_of(single) &&
           std::find(keys.begin(), keys.end(), name_of(joint)) != keys.end();
}

/// Whether an error of keys taken together may only follow from an error of one key, found before.
bool follows(std::string_view joint, std::string_view single) {
    const std::string_view outer = table_of(single);
    const bool names = inside(single, "species") && name_of(single) == "name";
    const bool sites = single == "system.lattice.type" && joint == "system.lattice.species";
    const std::string_view section = joint.substr(0, joint.find('.'));
    return joint == single || inside(single, joint) ||
           (!outer.empty() && inside(table_of(joint), outer)) || asks_for_ensemble(joint, single) ||
           sites || (names && (section == "pair" || section == "system"));
}

/// Adds the errors of `Config::check`, but for those that only follow from others.
void add_joint_errors(const TomlValue& root, const std::vector<Diagnostic>& joint,
                      ErrorList& errors) {
    const std::vector<std::string> found = errors.keys();
    for (const Diagnostic& error : joint) {
        const bool consequence =
            std::any_of(found.begin(), found.end(),
                        [&](const std::string& single) { return follows(error.where, single); });
        if (!consequence) {
            errors.add(place_of(root, error.where),
                       fmt::format("{}: {}", error.where, error.message), error.where);
        }
    }
}

/// Reads the curve of a potential from its file; errors join those of the input.
template <class Params>
void load_curve(const TomlValue& root, const std::string& key, Config& config, Params& params,
                ErrorList& errors) {
    if (params.file.empty()) return;
    try {
        TableFile file = read_table_file(config.resolve(params.file).string(), params.section);
        params.curve = {std::move(file.r), std::move(file.energy), std::move(file.force)};
        config.warnings.insert(config.warnings.end(), file.warnings.begin(), file.warnings.end());
    } catch (const InputError& error) {
        for (const Diagnostic& found : error.errors())
            errors.add(place_of(root, key),
                       fmt::format("{}: {}: {}", key, found.where, found.message), key);
    }
}

/// Reads the files of all potentials that have a curve.
void load_curves(const TomlValue& root, Config& config, ErrorList& errors) {
    for (std::size_t i = 0; i < config.pair.potentials.size(); ++i)
        std::visit(
            [&](auto& params) {
                if constexpr (requires { params.curve; })
                    load_curve(root, fmt::format("pair.potential.{}.file", i), config, params,
                               errors);
            },
            config.pair.potentials[i].potential);
}

void name_stages(std::vector<StageSettings>& stages) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (stages[i].name.empty()) {
            stages[i].name = fmt::format("stage {}", i);
        }
    }
}

/// Of the materials that a unit system is mostly used for, about [internal units].
double usual_compressibility(const Units& units) {
    const auto of = [&](double value) {
        return units.to_internal(Dimension::inverse_pressure, value);
    };
    switch (units.system()) {
    case UnitSystem::lj:
        return of(0.05); // of a fluid near its triple point
    case UnitSystem::metal:
        return of(1e-6);
    case UnitSystem::real:
        return of(4.56e-5); // of water, as the next one
    case UnitSystem::nano:
        break;
    }
    return of(4.5e-5);
}

void choose_compressibilities(const Units& units, std::vector<StageSettings>& stages) {
    for (StageSettings& stage : stages)
        if (stage.barostat && !stage.has_piston() && !stage.barostat->compressibility)
            stage.barostat->compressibility = usual_compressibility(units);
}

void choose_displacements(const Units& units, std::vector<StageSettings>& stages) {
    const double usual = units.system() == UnitSystem::nano ? 0.01 : 0.1;
    for (StageSettings& stage : stages)
        if (stage.minimize && !stage.minimize->max_displacement)
            stage.minimize->max_displacement = units.to_internal(Dimension::length, usual);
}

/// The input, as it is to be kept in the output folder.
std::string effective_text_of(Config config, const std::filesystem::path& folder) {
    name_files_from(folder, config);
    TomlWriter writer;
    writer.write(config, {});
    return writer.text();
}

std::string read_text(const std::filesystem::path& file) {
    constexpr std::size_t largest = std::size_t{16} << 20; // far beyond what people write
    std::error_code error;
    if (std::filesystem::is_directory(file, error))
        throw InputError(
            file.string(),
            std::filesystem::exists(file / "input.toml", error)
                ? fmt::format("this is the folder of a run, whose input is {0}/input.toml: go on "
                              "with mdsim {0}/input.toml --output {0} --resume",
                              file.string())
                : "this is a folder; give the input file");
    if (!std::filesystem::exists(file, error))
        throw InputError(file.string(), "the input file cannot be opened; is the name right?");
    return guard::read_text(file.string(), largest,
                            "the input file is larger than 16 MiB; atoms belong into a structure "
                            "file, named by [system.file]");
}

} // namespace

std::vector<Diagnostic> Config::check() const {
    if (species.size() > most_species) // other checks grow with the square of their number
        return {{"species",
                 fmt::format("found {} species; allowed are {}", species.size(), most_species)}};
    std::vector<Diagnostic> errors;
    check_run(units, neighbor, parallel, velocity, errors);
    check_species(*this, errors);
    check_system(*this, errors);
    check_box(box, system, pair, errors);
    check_regions(*this, errors);
    check_pair(*this, errors);
    check_stages(stages, system, box, velocity, errors);
    check_time_steps(*this, errors);
    check_output(trajectory, thermo, errors);
    check_rdf_stages(rdf, stages, errors);
    check_samples_of_stages(*this, stages, errors);
    check_measures(*this, errors);
    check_metrics(metrics, errors);
    MDSIM_ENSURE(all_name_keys(errors));
    return errors;
}

Config parse_config(std::string_view text, const std::filesystem::path& source,
                    const std::vector<std::string>& overrides,
                    const std::filesystem::path& output) {
    ErrorList errors;
    TomlValue root = parse_toml(text, source.string(), errors);
    if (!errors.empty()) {
        throw InputError(errors.sorted());
    }
    for (const std::string& assignment : overrides) {
        apply_override(root, assignment, errors);
    }
    Config config;
    config.source = source;
    config.original_text = text;
    const Units units = read_units(root);
    const std::vector<std::string> keys = config_keys();
    SettingsReader(units, keys, errors).read_table(root, {}, config);

    config.effective_text =
        effective_text_of(config, output.empty() ? config.output_directory() : output);
    if (!output.empty()) {
        config.run.output = output.string();
    }

    convert_to_internal(units, config);
    name_stages(config.stages);
    choose_compressibilities(units, config.stages);
    choose_displacements(units, config.stages);
    load_curves(root, config, errors);
    read_many_body_files(root, units, config, errors);
    add_joint_errors(root, config.check(), errors);
    if (!errors.empty()) {
        throw InputError(errors.sorted());
    }
    config.root = std::make_shared<const TomlValue>(std::move(root));
    const std::vector<Diagnostic> warnings = config_warnings(config);
    config.warnings.insert(config.warnings.end(), warnings.begin(), warnings.end());
    return config;
}

Config read_config(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                   const std::filesystem::path& output) {
    return parse_config(read_text(file), file, overrides, output);
}

} // namespace mdsim
