// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "input/structure/h5md_names.hpp"
#include "input/structure/id_ranks.hpp"

namespace mdsim::source {

namespace {

constexpr std::int64_t piece = 1000000;

/// Whether a frame of an element is one value for each row.
[[maybe_unused]] bool holds_one_each(const H5mdElement& element, std::int64_t rows) {
    return element.extent() == std::vector<std::int64_t>{rows};
}

[[noreturn]] void fail_many_species(const Hdf5File& file, const H5mdElement& species) {
    throw InputError(file.path(), fmt::format("{}: holds more than {} different species, which "
                                              "are allowed; does it hold species?",
                                              species.values(), most_species));
}

/// Numbers the different values of all rows in ascending order. Calls `fail_many` where there are
/// more of them than a system may have.
template <class Value, class Read, class Name, class Fail>
H5mdSpecies numbered(std::int64_t rows, Read read, Name name, Fail fail_many) {
    std::map<Value, TypeId> types;
    H5mdSpecies species;
    for (std::int64_t first = 0; first < rows; first += piece)
        for (const Value& value : read(first, std::min(piece, rows - first))) {
            const auto found = types.try_emplace(value, static_cast<TypeId>(types.size())).first;
            species.types.push_back(found->second);
            if (types.size() > most_species) fail_many();
        }
    std::vector<TypeId> place(types.size());
    for (const auto& [value, type] : types) {
        place[type] = static_cast<TypeId>(species.names.size());
        species.names.push_back(name(value));
    }
    for (TypeId& type : species.types) type = place[type];
    MDSIM_ENSURE(static_cast<std::int64_t>(species.types.size()) == rows);
    return species;
}

} // namespace

H5mdRows::H5mdRows(std::int64_t rows, std::vector<std::int64_t> ids, IdBlock block)
    : block_(block), range_(block), ids_(std::move(ids)) {
    MDSIM_EXPECT(0 <= block.first && block.first <= block.last && block.last <= rows);
    MDSIM_EXPECT(ids_.empty() || static_cast<std::int64_t>(ids_.size()) == rows);
    if (!ids_.empty()) range_ = {0, rows};
}

std::vector<H5mdRows::Run> H5mdRows::runs() const {
    std::vector<Run> runs;
    for (std::int64_t first = range_.first; first < range_.last; first += piece)
        runs.push_back({first, std::min(piece, range_.last - first)});
    return runs;
}

std::int64_t H5mdRows::place(std::int64_t row) const {
    return block_.contains(id(row)) ? id(row) - block_.first : -1;
}

H5mdIds h5md_ids(const Hdf5File& file, const H5mdElement& numbers, std::int64_t frame,
                 std::int64_t rows, const IdBlock& block) {
    MDSIM_EXPECT(holds_one_each(numbers, rows));
    if (numbers.kind() != Hdf5Kind::integer)
        throw InputError(file.path(), numbers.values() + ": must hold whole numbers");
    std::vector<std::int64_t> ids;
    for (const H5mdRows::Run& run : H5mdRows(rows, {}, {0, rows}).runs()) {
        const std::vector<std::int64_t> part = numbers.integers(frame, run.first, run.count);
        ids.insert(ids.end(), part.begin(), part.end());
    }
    const auto wrong =
        std::find_if(ids.begin(), ids.end(), [](auto id) { return id < 0 || id > largest_label; });
    if (wrong != ids.end())
        throw InputError(file.path(),
                         fmt::format("{}: row {} (from 0) holds {}; the number of an atom must be "
                                     "from 0 to {}",
                                     numbers.values(), wrong - ids.begin(), *wrong, largest_label));
    const bool ascending = std::is_sorted(ids.begin(), ids.end());
    const IdRanks ranks(ascending ? std::move(ids) : ids);
    if (!ranks.unique())
        throw InputError(file.path(), fmt::format("{}: the number {} comes twice", numbers.values(),
                                                  ranks.repeated()));
    AtomLabels labels = ranks.labels(block);
    if (ascending) return {{}, std::move(labels)};
    for (std::int64_t& id : ids) id = ranks.rank(id);
    return {std::move(ids), std::move(labels)};
}

H5mdSpecies read_h5md_species(const Hdf5File& file, const H5mdElement& species, std::int64_t frame,
                              std::int64_t rows) {
    MDSIM_EXPECT(holds_one_each(species, rows));
    const Hdf5Kind kind = species.kind();
    const auto fail_many = [&] { fail_many_species(file, species); };
    if (kind == Hdf5Kind::integer) {
        const std::map<std::int64_t, std::string> names = h5md_species_names(file);
        return numbered<std::int64_t>(
            rows,
            [&](std::int64_t first, std::int64_t n) { return species.integers(frame, first, n); },
            [&](std::int64_t value) {
                const auto found = names.find(value);
                return found == names.end() ? std::to_string(value) : found->second;
            },
            fail_many);
    }
    if (kind == Hdf5Kind::text || kind == Hdf5Kind::named)
        return numbered<std::string>(
            rows,
            [&](std::int64_t first, std::int64_t n) { return species.texts(frame, first, n); },
            [](const std::string& value) { return value; }, fail_many);
    throw InputError(file.path(), species.values() + ": must hold whole numbers, texts or names");
}

} // namespace mdsim::source
