// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/extxyz_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/contract.hpp"
#include "input/structure/id_ranks.hpp"

namespace mdsim::source {

namespace {

class XyzRows {
  public:
    /// `ranks` gives the ids of the numbers in the column of ids, where there is one.
    XyzRows(const XyzHeader& header, const IdRanks& ranks, IdBlock block, Structure& structure,
            Findings& findings)
        : columns_(header.columns), frame_(header.frame), ranks_(ranks), block_(block),
          structure_(structure), findings_(findings) {}

    void read(std::string_view line, std::int64_t number, std::int64_t row) {
        line_ = number;
        split_words(line, words_);
        if (static_cast<std::int64_t>(words_.size()) != columns_.count) {
            findings_.error(line_, fmt::format("found {} columns; Properties say {}", words_.size(),
                                               columns_.count));
            return;
        }
        const TypeId type = type_of(word(columns_.species));
        if (columns_.mass >= 0) read_mass(type);
        const ParticleId id = id_of(row);
        if (!block_.contains(id)) return;
        structure_.id.push_back(id);
        structure_.type.push_back(type);
        structure_.position.push_back(turned_at(columns_.position));
        if (columns_.velocity >= 0) structure_.velocity.push_back(turned_at(columns_.velocity));
        if (columns_.charge >= 0) structure_.charge.push_back(number_at(columns_.charge));
    }

  private:
    std::string_view word(std::int64_t column) const {
        return words_[static_cast<std::size_t>(column)];
    }

    /// The id of the line of this number, counted from 0.
    ParticleId id_of(std::int64_t row) const {
        if (columns_.id < 0) return row;
        std::int64_t number = 0;
        return parse_integer(word(columns_.id), number) ? ranks_.rank(number) : -1;
    }

    TypeId type_of(std::string_view name) {
        if (!structure_.species.empty() && structure_.species[last_].name == name) return last_;
        const auto [place, is_new] =
            types_.try_emplace(std::string(name), static_cast<TypeId>(structure_.species.size()));
        if (is_new) add_species(name);
        last_ = place->second;
        return last_;
    }

    void add_species(std::string_view name) {
        if (structure_.species.size() == most_species) {
            findings_.error(line_, fmt::format("species {} is one more than the {} that are "
                                               "allowed; does the column hold species?",
                                               in_quotes(name), most_species));
            findings_.raise();
        }
        structure_.species.push_back({std::string(name), 0, 0});
    }

    void read_mass(TypeId type) {
        const double mass = number_at(columns_.mass);
        Species& species = structure_.species[type];
        if (!(mass > 0))
            findings_.error(line_, fmt::format("found mass {}; it must be above zero",
                                               in_quotes(word(columns_.mass))));
        else if (species.mass == 0)
            species.mass = mass;
        else if (species.mass != mass)
            findings_.error(line_,
                            fmt::format("found mass {} for species {}, but {} before; all atoms of "
                                        "a species must have the same",
                                        mass, in_quotes(species.name), species.mass));
    }

    double number_at(std::int64_t column) {
        double value = 0;
        if (!parse_number(word(column), value))
            findings_.error(line_, fmt::format("{} in column {} is not a finite number",
                                               in_quotes(word(column)), column + 1));
        return value;
    }

    /// Three columns in the frame of the box.
    Vec3<double> turned_at(std::int64_t column) {
        const double x = number_at(column);
        const double y = number_at(column + 1);
        const double z = number_at(column + 2);
        const Vec3<double> v = frame_.turned({x, y, z});
        if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
            findings_.error(line_, fmt::format("columns {} to {}: too large to be rotated with the "
                                               "lattice",
                                               column + 1, column + 3));
        return v;
    }

    const XyzColumns& columns_;
    const CellFrame& frame_;
    const IdRanks& ranks_;
    IdBlock block_;
    Structure& structure_;
    Findings& findings_;
    std::int64_t line_ = 0;
    std::vector<std::string_view> words_;
    std::unordered_map<std::string, TypeId> types_;
    TypeId last_ = 0;
};

/// The numbers that a column gives the atoms, one a line; a fault where a word is none.
std::vector<std::int64_t> numbers_of(std::string_view body, std::int64_t first_line,
                                     std::int64_t column, Findings& findings) {
    std::vector<std::int64_t> numbers;
    std::vector<std::string_view> words;
    LineReader lines(body, first_line);
    for (std::string_view line; lines.next(line);) {
        split_words(line, words);
        std::int64_t number = 0;
        const auto place = static_cast<std::size_t>(column);
        if (place < words.size() &&
            (!parse_integer(words[place], number) || number < 0 || number > largest_label))
            findings.error(lines.number(),
                           fmt::format("{} in column {} is no number of an atom; allowed are 0 ... "
                                       "{}",
                                       in_quotes(words[place]), column + 1, largest_label));
        numbers.push_back(number);
    }
    return numbers;
}

/// Records on which line a number comes for the second time.
void tell_repeated(std::string_view body, std::int64_t first_line, std::int64_t column,
                   std::int64_t repeated, Findings& findings) {
    LineReader lines(body, first_line);
    std::vector<std::string_view> words;
    int times = 0;
    for (std::string_view line; lines.next(line);) {
        split_words(line, words);
        std::int64_t number = 0;
        const auto place = static_cast<std::size_t>(column);
        if (place < words.size() && parse_integer(words[place], number) && number == repeated &&
            ++times == 2)
            findings.error(lines.number(), fmt::format("id {} comes a second time", repeated));
    }
}

} // namespace

void read_xyz_rows(std::string_view body, std::int64_t first_line, const XyzHeader& header,
                   IdBlock block, Structure& structure, Findings& findings) {
    MDSIM_EXPECT(header.columns.species >= 0 && header.columns.position >= 0);
    MDSIM_EXPECT(header.columns.position + 3 <= header.columns.count);
    MDSIM_EXPECT(structure.total > 0 && structure.id.empty());
    block.first = std::clamp<std::int64_t>(block.first, 0, structure.total);
    block.last = std::clamp<std::int64_t>(block.last, block.first, structure.total);
    const std::int64_t column = header.columns.id;
    const std::size_t before = findings.count();
    const IdRanks ranks(column < 0 ? std::vector<std::int64_t>()
                                   : numbers_of(body, first_line, column, findings));
    if (!ranks.unique()) tell_repeated(body, first_line, column, ranks.repeated(), findings);
    const bool labelled = findings.count() == before && column >= 0 && ranks.unique();
    if (labelled) structure.labels = ranks.labels(block); // lines that lack the number fail below
    LineReader lines(body, first_line);
    XyzRows rows(header, ranks, block, structure, findings);
    std::string_view line;
    for (std::int64_t row = 0; lines.next(line); ++row) rows.read(line, lines.number(), row);
    MDSIM_ENSURE(findings.count() > before ||
                 static_cast<std::int64_t>(structure.id.size()) == block.size());
}

} // namespace mdsim::source
