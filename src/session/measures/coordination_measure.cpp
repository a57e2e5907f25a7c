// SPDX-License-Identifier: BSD-3-Clause
#include "session/measures/coordination_measure.hpp"

#include <algorithm>
#include <numeric>

#include "session/measures/each_atom.hpp"

namespace mdsim {

namespace {

std::vector<bool> counted_types(const CoordinationSettings& settings,
                                const std::vector<Species>& species) {
    std::vector<bool> counted;
    const auto& named = settings.counted;
    for (const Species& s : species)
        counted.push_back(named.empty() ||
                          std::find(named.begin(), named.end(), s.name) != named.end());
    return counted;
}

/// Means over no atoms are 0.
double quotient(std::int64_t sum, std::int64_t count) {
    return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

} // namespace

CoordinationMeasure::CoordinationMeasure(const CoordinationSettings& settings,
                                         const SystemParts& parts)
    : cutoff_(settings.cutoff), histogram_(static_cast<std::size_t>(settings.histogram)),
      count_of_type_(parts.count_of_type), is_counted_(counted_types(settings, parts.species)) {
    for (const Species& s : parts.species) species_.push_back(s.name);
    MDSIM_EXPECT(count_of_type_.size() == species_.size());
}

std::vector<NamedQuantity> CoordinationMeasure::columns() const {
    std::vector<NamedQuantity> columns{{"mean", ""}};
    for (std::size_t a = 0; a < species_.size() && species_.size() > 1; ++a)
        for (std::size_t b = 0; b < species_.size(); ++b)
            if (is_counted_[b]) columns.push_back({"mean_" + species_[a] + "_" + species_[b], ""});
    for (std::size_t n = 0; n < histogram_; ++n) columns.push_back({"n_" + std::to_string(n), ""});
    columns.push_back({"n_more", ""});
    return columns;
}

void CoordinationMeasure::look(const Surroundings& seen) {
    MDSIM_EXPECT(seen.types.empty() || seen.types.size() == seen.search->atoms().size());
    const std::size_t types = species_.size();
    const auto type = [&](std::int64_t id) {
        return seen.types.empty() ? TypeId{0} : seen.types[static_cast<std::size_t>(id)];
    };
    const auto atoms = static_cast<std::size_t>(seen.block.size());
    std::vector<std::int32_t> counts(atoms * types, 0);
    for_each_atom(seen, [&](const TreePoint& atom, std::size_t row, auto& found) {
        seen.search->find_within(atom, cutoff_, found);
        for (const Neighbor& neighbor : found) ++counts[row * types + type(neighbor.id)];
    });
    totals_.assign(atoms, 0);
    pairs_.assign(types * types, 0);
    for (std::size_t row = 0; row < atoms; ++row) {
        const TypeId own = type(seen.block.first + static_cast<std::int64_t>(row));
        for (std::size_t b = 0; b < types; ++b) {
            pairs_[own * types + b] += counts[row * types + b];
            if (is_counted_[b]) totals_[row] += counts[row * types + b];
        }
    }
}

std::vector<double> CoordinationMeasure::row(const Communicator& comm) const {
    std::vector<std::int64_t> sums(histogram_ + 1, 0);
    for (const std::int32_t n : totals_) ++sums[std::min(static_cast<std::size_t>(n), histogram_)];
    sums.insert(sums.end(), pairs_.begin(), pairs_.end());
    sums.push_back(std::accumulate(totals_.begin(), totals_.end(), std::int64_t{0}));
    comm.sum(std::span<std::int64_t>(sums));
    const std::int64_t* const pairs = sums.data() + histogram_ + 1;
    const std::size_t types = species_.size();
    std::vector<double> row{
        quotient(sums.back(),
                 std::accumulate(count_of_type_.begin(), count_of_type_.end(), std::int64_t{0}))};
    for (std::size_t a = 0; a < types && types > 1; ++a)
        for (std::size_t b = 0; b < types; ++b)
            if (is_counted_[b]) row.push_back(quotient(pairs[a * types + b], count_of_type_[a]));
    row.insert(row.end(), sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(histogram_) + 1);
    return row;
}

} // namespace mdsim
