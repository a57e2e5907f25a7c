// SPDX-License-Identifier: BSD-3-Clause
#include "config/many_body_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "config/cluster_files.hpp"
#include "config/eam_units.hpp"
#include "config/key_places.hpp"
#include "core/tagged_real.hpp"
#include "input/potential/eam_file.hpp"

namespace mdsim {

namespace {

/// The element that each species stands for.
template <class Params>
const std::vector<std::string>& elements_of(const Params& params,
                                            const FunctionalSettings& settings) {
    return params.elements.empty() ? settings.species : params.elements;
}

/// Where each wanted element stands among those of the files. Throws InputError.
std::vector<std::size_t> order_of(const std::vector<std::string>& wanted,
                                  const std::vector<std::string>& known) {
    std::vector<std::size_t> order;
    for (const std::string& name : wanted) {
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end())
            throw InputError("files",
                             fmt::format("none is of the element \"{}\"; known are {}. A species "
                                         "of another name needs its element in `elements`",
                                         name, fmt::join(known, ", ")));
        order.push_back(static_cast<std::size_t>(found - known.begin()));
    }
    return order;
}

/// The tables of all elements that the files hold. Throws InputError.
EamTables read_tables(const EamParams& params, const Config& config, const Units& units) {
    std::vector<EamFile> files;
    for (const std::string& name : params.files)
        files.push_back(read_eam_file(config.resolve(name).string()));
    if (files.size() == 1 && !files.front().of_one_element())
        return tables_of_file(files.front(), units);
    std::vector<EamElement> elements;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!files[i].of_one_element())
            throw InputError(config.resolve(params.files[i]).string(),
                             "this file has all its pairs of elements and stands alone; only files "
                             "of one element (funcfl) are joined");
        elements.push_back(element_of_file(files[i], units));
    }
    return joined(elements, charges_squared(units));
}

/// Gives their masses to species that have none, if the files say them.
void take_masses(const FunctionalSettings& settings, std::vector<SpeciesSettings>& species) {
    const std::vector<double>* mass = masses_in_files(settings.functional);
    if (mass == nullptr) return;
    for (SpeciesSettings& own : species) {
        const auto found = std::find(settings.species.begin(), settings.species.end(), own.name);
        if (found != settings.species.end() && !own.mass)
            own.mass = mass->at(static_cast<std::size_t>(found - settings.species.begin()));
    }
}

/// Whether files can be read for the species that an entry names. Throws InputError.
template <class Params>
bool may_read(const Params& params, const FunctionalSettings& settings, const Units& units) {
    if (units.system() == UnitSystem::lj)
        throw InputError("files", "these files are in eV and Angstrom: set units.system to "
                                  "\"metal\", \"real\" or \"nano\"");
    if (params.files.empty()) throw InputError("files", "names no file");
    if (settings.species.empty()) return false;      // reported by check_pair
    if (settings.species.size() > most_tagged_types) // tables grow with powers of their number
        throw InputError("species", fmt::format("found {} species; allowed are {}",
                                                settings.species.size(), most_tagged_types));
    const std::size_t wanted = elements_of(params, settings).size();
    if (wanted != settings.species.size())
        throw InputError("elements",
                         fmt::format("found {} for {} species", wanted, settings.species.size()));
    return true;
}

/// The file of a potential that has no more than one. Throws InputError.
template <class Params> std::string require_one_file(const Params& params, const Config& config) {
    if (params.files.size() > 1)
        throw InputError("files",
                         fmt::format("found {} files; one has all elements", params.files.size()));
    return config.resolve(params.files.front()).string();
}

/// Reads the files of one entry; those of other potentials are none.
template <class Params>
void read_files(const Config&, const Units&, const FunctionalSettings&, Params&) {}

void read_files(const Config& config, const Units& units, const FunctionalSettings& settings,
                EamParams& params) {
    if (!may_read(params, settings, units)) return;
    const EamTables all = read_tables(params, config, units);
    EamTables own = chosen(all, order_of(elements_of(params, settings), all.elements));
    if (const std::string fault = fault_of(own); !fault.empty())
        throw InputError(config.resolve(params.files.front()).string(), fault);
    params.tables = std::make_shared<const EamTables>(std::move(own));
}

void read_files(const Config& config, const Units& units, const FunctionalSettings& settings,
                AdpParams& params) {
    if (!may_read(params, settings, units)) return;
    const std::string path = require_one_file(params, config);
    const AdpTables all = adp_tables_of_file(read_adp_file(path), units);
    AdpTables own = chosen(all, order_of(elements_of(params, settings), all.elements));
    if (const std::string fault = fault_of(own); !fault.empty()) throw InputError(path, fault);
    params.tables = std::make_shared<const AdpTables>(std::move(own));
}

template <HasClusterTables Params>
void read_files(const Config& config, const Units& units, const FunctionalSettings& settings,
                Params& params) {
    if (!may_read(params, settings, units)) return;
    auto own = read_cluster_tables(params, require_one_file(params, config),
                                   elements_of(params, settings), units);
    params.tables = std::make_shared<const decltype(own)>(std::move(own));
}

/// Whether an error is about a key of the entry, not about a place in a file.
bool is_key(std::string_view where) {
    return where == "files" || where == "elements" || where == "species";
}

} // namespace

void read_many_body_files(const TomlValue& root, const Units& units, Config& config,
                          ErrorList& errors) {
    for (std::size_t i = 0; i < config.functionals.size(); ++i) {
        FunctionalSettings& settings = config.functionals[i];
        try {
            std::visit([&](auto& params) { read_files(config, units, settings, params); },
                       settings.functional);
            take_masses(settings, config.species);
        } catch (const InputError& error) {
            const std::string key = fmt::format("many_body.{}.files", i);
            for (const Diagnostic& found : error.errors())
                errors.add(place_of(root, key),
                           is_key(found.where)
                               ? fmt::format("many_body.{}.{}: {}", i, found.where, found.message)
                               : fmt::format("{}: {}: {}", key, found.where, found.message),
                           key);
        }
    }
}

} // namespace mdsim
