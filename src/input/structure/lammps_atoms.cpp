// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lammps_atoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/contract.hpp"
#include "input/structure/id_ranks.hpp"
#include "input/structure/lammps_rows.hpp"

namespace mdsim::source {

namespace {

/// Where an atom style has its columns, counted from 0; the atom number is column 0.
struct Columns {
    std::string_view name;
    std::size_t type;
    std::size_t charge; ///< 0: none
    std::size_t x;
    std::size_t count() const { return x + 3; }
};

constexpr std::array<Columns, 4> styles = {
    {{"atomic", 1, 0, 2}, {"charge", 1, 2, 3}, {"bond", 2, 0, 3}, {"full", 2, 3, 4}}};

/// The columns that the option or the comment behind "Atoms" names, or null with a fault.
const Columns* columns_of(const LammpsSection& atoms, AtomStyle option, Findings& findings) {
    constexpr std::string_view allowed = "allowed are atomic, charge, bond and full";
    std::string_view rest = atoms.comment;
    const std::string_view written = next_word(rest);
    const Columns* chosen =
        option == AtomStyle::from_file ? nullptr : &styles[static_cast<std::size_t>(option) - 1];
    if (chosen == nullptr && written.empty()) {
        findings.error(atoms.line,
                       fmt::format("the atom style is not known; write it behind the name of "
                                   "the section, as in 'Atoms # atomic'; {}",
                                   allowed));
        return nullptr;
    }
    if (chosen != nullptr && (written.empty() || written == chosen->name)) return chosen;
    if (chosen != nullptr) {
        findings.error(atoms.line,
                       fmt::format("the file says atom style {}, the input says '{}'; take "
                                   "one of them out",
                                   in_quotes(written), chosen->name));
        return nullptr;
    }
    for (const Columns& columns : styles)
        if (columns.name == written) return &columns;
    findings.error(atoms.line,
                   fmt::format("atom style {} is not supported; {}", in_quotes(written), allowed));
    return nullptr;
}

/// Reads lines of Atoms into the places of their ids.
class AtomsReader {
  public:
    /// The first line of the section decides whether all lines have image flags.
    AtomsReader(const Columns& columns, const LammpsSection& section, Structure& structure,
                Findings& findings)
        : columns_(columns), structure_(structure), findings_(findings) {
        LammpsRows row(section);
        if (row.next()) split_words(row.content(), words_);
        images_ = words_.size() == columns.count() + 3;
        if (images_) structure.image.resize(structure.id.size());
    }

    void read(const LammpsRows& row, std::size_t place) {
        MDSIM_EXPECT(place < structure_.id.size());
        split_words(row.content(), words_);
        const std::size_t plain = columns_.count();
        if (words_.size() != (images_ ? plain + 3 : plain)) {
            findings_.error(row.line(),
                            fmt::format("Atoms: found {} columns; style {} has {}, or {} with "
                                        "image flags, the same on every line",
                                        words_.size(), columns_.name, plain, plain + 3));
            return;
        }
        read_kind(row.line(), place);
        structure_.position[place] = vector_at(row.line(), columns_.x);
        if (images_) read_images(row.line(), place);
    }

  private:
    void read_kind(std::int64_t line, std::size_t place) {
        const std::int64_t types = static_cast<std::int64_t>(structure_.species.size());
        std::int64_t type = 0;
        if (!parse_integer(words_[columns_.type], type) || type < 1 || type > types)
            findings_.error(line, fmt::format("Atoms: found type {}; allowed are 1 ... {}",
                                              in_quotes(words_[columns_.type]), types));
        structure_.type[place] = static_cast<TypeId>(type - 1);
        if (columns_.charge > 0) structure_.charge[place] = number_at(line, columns_.charge);
    }

    void read_images(std::int64_t line, std::size_t place) {
        for (int k = 0; k < 3; ++k) {
            const std::string_view word = words_[columns_.count() + static_cast<std::size_t>(k)];
            std::int64_t image = 0;
            constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
            if (!parse_integer(word, image) || image < -most || image > most)
                findings_.error(line, fmt::format("Atoms: atom {} has the image flag {}; it must "
                                                  "be a whole number from -{} to {}",
                                                  words_[0], in_quotes(word), most, most));
            structure_.image[place][k] = static_cast<std::int32_t>(image);
        }
    }

    double number_at(std::int64_t line, std::size_t column) {
        double value = 0;
        if (!parse_number(words_[column], value))
            findings_.error(line, fmt::format("Atoms: {} in column {} is not a finite number",
                                              in_quotes(words_[column]), column + 1));
        return value;
    }

    Vec3<double> vector_at(std::int64_t line, std::size_t column) {
        const double x = number_at(line, column);
        const double y = number_at(line, column + 1);
        const double z = number_at(line, column + 2);
        return {x, y, z};
    }

    const Columns& columns_;
    Structure& structure_;
    Findings& findings_;
    bool images_ = false;
    std::vector<std::string_view> words_;
};

void read_velocity(const LammpsRows& row, Vec3<double>& velocity,
                   std::vector<std::string_view>& words, Findings& findings) {
    split_words(row.content(), words);
    if (words.size() != 4) {
        findings.error(row.line(),
                       fmt::format("Velocities: found {} columns; there must be 4, the atom "
                                   "number and three components",
                                   words.size()));
        return;
    }
    for (int k = 0; k < 3; ++k) {
        const std::string_view word = words[static_cast<std::size_t>(k) + 1];
        if (!parse_number(word, velocity[k]))
            findings.error(row.line(),
                           fmt::format("Velocities: {} is not a finite number", in_quotes(word)));
    }
}

void read_velocities(const LammpsSection& section, const IdRanks& atoms, IdBlock block,
                     Structure& structure, Findings& findings) {
    const std::size_t before = findings.count();
    const IdRanks numbers(atom_numbers(section, structure.total, findings));
    if (!numbers.unique()) tell_repeated(section, numbers.repeated(), findings);
    if (findings.count() > before) return;
    structure.velocity.resize(structure.id.size());
    std::vector<std::string_view> words;
    for (LammpsRows row(section); row.next();) {
        std::int64_t number = 0;
        parse_integer(row.first_word(), number);
        const std::int64_t id = atoms.rank(number);
        if (id < 0)
            findings.error(row.line(), fmt::format("Velocities: there is no atom {}", number));
        if (id >= 0 && block.contains(id))
            read_velocity(row, structure.velocity[static_cast<std::size_t>(id - block.first)],
                          words, findings);
    }
}

} // namespace

void read_lammps_atoms(const LammpsLayout& layout, AtomStyle style, IdBlock block,
                       Structure& structure, Findings& findings) {
    MDSIM_EXPECT(layout.find("Atoms") != nullptr);
    MDSIM_EXPECT(structure.total == layout.atoms);
    MDSIM_EXPECT(static_cast<std::int64_t>(structure.species.size()) == layout.atom_types);
    const LammpsSection& section = *layout.find("Atoms");
    const std::size_t before = findings.count();
    const Columns* columns = columns_of(section, style, findings);
    const IdRanks ranks(atom_numbers(section, layout.atoms, findings));
    if (!ranks.unique()) tell_repeated(section, ranks.repeated(), findings);
    if (findings.count() > before) return;

    block.first = std::clamp<std::int64_t>(block.first, 0, layout.atoms);
    block.last = std::clamp<std::int64_t>(block.last, block.first, layout.atoms);
    const std::size_t size = static_cast<std::size_t>(block.size());
    structure.id.resize(size);
    structure.type.resize(size);
    structure.position.resize(size);
    if (columns->charge > 0) structure.charge.resize(size);
    for (std::size_t i = 0; i < size; ++i)
        structure.id[i] = block.first + static_cast<std::int64_t>(i);
    structure.labels = ranks.labels(block);

    AtomsReader reader(*columns, section, structure, findings);
    for (LammpsRows row(section); row.next();) {
        std::int64_t number = 0;
        parse_integer(row.first_word(), number);
        const std::int64_t id = ranks.rank(number);
        if (block.contains(id)) reader.read(row, static_cast<std::size_t>(id - block.first));
    }
    if (const LammpsSection* velocities = layout.find("Velocities"))
        read_velocities(*velocities, ranks, block, structure, findings);
}

} // namespace mdsim::source
