// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lammps_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "input/structure/lammps_atoms.hpp"
#include "input/structure/lammps_layout.hpp"
#include "input/structure/lammps_title.hpp"
#include "input/structure/text.hpp"
#include "input/structure/whole_atoms.hpp"

namespace mdsim {

namespace {

using namespace source;

/// Calls `take(line number, type, second word)` for each line "type value" of a section.
template <class Take>
void each_type(const LammpsSection& section, std::int64_t types, Findings& findings, Take take) {
    LineReader lines(section.body, section.line + 1);
    std::string_view line;
    std::vector<std::string_view> words;
    std::vector<bool> seen;
    while (lines.next(line)) {
        split_words(without_comment(line), words);
        if (words.empty()) continue;
        std::int64_t type = 0;
        if (words.size() != 2 || !parse_integer(words[0], type) || type < 1 || type > types) {
            findings.error(lines.number(),
                           fmt::format("{}: needs a type from 1 to {} and one value; "
                                       "found {}",
                                       section.name, types, in_quotes(line)));
            continue;
        }
        const std::size_t index = static_cast<std::size_t>(type - 1);
        if (seen.size() <= index) seen.resize(index + 1);
        if (seen[index])
            findings.error(lines.number(),
                           fmt::format("{}: type {} comes a second time", section.name, type));
        seen[index] = true;
        take(lines.number(), index, words[1]);
    }
    if (std::count(seen.begin(), seen.end(), true) != types)
        findings.error(section.line,
                       fmt::format("{}: names {} of {} atom types; name each", section.name,
                                   std::count(seen.begin(), seen.end(), true), types));
}

/// Reads masses and labels.
std::vector<Species> read_species(const LammpsLayout& layout, double mass_factor,
                                  Findings& findings) {
    std::vector<Species> species(static_cast<std::size_t>(layout.atom_types));
    for (std::size_t type = 0; type < species.size(); ++type)
        species[type].name = std::to_string(type + 1);
    if (const LammpsSection* labels = layout.find("Atom Type Labels"))
        each_type(*labels, layout.atom_types, findings,
                  [&](std::int64_t, std::size_t type, std::string_view word) {
                      species[type].name = word;
                  });
    if (const LammpsSection* masses = layout.find("Masses"))
        each_type(*masses, layout.atom_types, findings,
                  [&](std::int64_t line, std::size_t type, std::string_view word) {
                      double mass = 0;
                      if (!parse_number(word, mass) || mass <= 0)
                          findings.error(line,
                                         fmt::format("Masses: found {}; a mass must be a finite "
                                                     "number above zero",
                                                     in_quotes(word)));
                      species[type].mass = mass * mass_factor;
                  });
    return species;
}

} // namespace

std::int64_t lammps_data_count(const std::string& path) {
    const TextFile file(path);
    Findings findings(path);
    const LammpsLayout layout = lammps_header(file.text(), findings);
    findings.raise();
    return layout.atoms;
}

Structure read_lammps_data(const std::string& path, const LammpsDataOptions& options, IdBlock block,
                           std::vector<Diagnostic>* warnings) {
    const TextFile file(path);
    return parse_lammps_data(file.text(), path, options, block, warnings);
}

Structure parse_lammps_data(std::string_view text, const std::string& name,
                            const LammpsDataOptions& options, IdBlock block,
                            std::vector<Diagnostic>* warnings) {
    Findings findings(name);
    const LammpsLayout layout = lammps_layout(text, findings);
    if (options.units) check_title_units(layout.title, *options.units, findings);
    if (layout.find("Atoms") == nullptr) findings.error(0, "the file has no section Atoms");
    findings.raise();

    Structure structure;
    structure.box = layout.box;
    structure.total = layout.atoms;
    structure.species = read_species(layout, options.mass_factor, findings);
    read_lammps_atoms(layout, options.style, block, structure, findings);
    findings.raise();
    MDSIM_ENSURE(has_whole_atoms(structure));
    if (warnings != nullptr)
        warnings->insert(warnings->end(), findings.warnings().begin(), findings.warnings().end());
    return structure;
}

} // namespace mdsim
