// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/join_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::string name_of(const PairPotentialParams& params) {
    return std::visit([](const auto& p) { return potential_name(p); }, params);
}

/// Two that are one potential of their own kind, without a kernel of their sum.
std::optional<PairPotentialParams> joined(const PairPotentialParams& a,
                                          const PairPotentialParams& b) {
    return std::visit(
        [&]<class Params>(const Params& first) -> std::optional<PairPotentialParams> {
            const auto* second = std::get_if<Params>(&b);
            if constexpr (requires { join(first, first); })
                if (second != nullptr) return join(first, *second);
            return std::nullopt;
        },
        a);
}

/// The sum `Params` of two potentials, if they are its parts, in this order.
template <class Params>
std::optional<PairPotentialParams> sum_in_order(const PairPotentialParams& a,
                                                const PairPotentialParams& b) {
    const auto* first = std::get_if<typename Params::First>(&a);
    const auto* second = std::get_if<typename Params::Second>(&b);
    if (first == nullptr || second == nullptr) return std::nullopt;
    return Params{*first, *second};
}

template <class Params>
void try_sum(const PairPotentialParams& a, const PairPotentialParams& b,
             std::optional<PairPotentialParams>& sum) {
    if (!sum) sum = sum_in_order<Params>(a, b);
    if (!sum) sum = sum_in_order<Params>(b, a);
}

template <template <class> class... Offered>
std::optional<PairPotentialParams>
offered_sum(const PairPotentialParams& a, const PairPotentialParams& b, PotentialList<Offered...>) {
    std::optional<PairPotentialParams> sum;
    (try_sum<typename Offered<double>::Params>(a, b, sum), ...);
    return sum;
}

template <template <class> class... Offered> std::string names_of(PotentialList<Offered...>) {
    std::string names;
    for (const std::string_view name : {Offered<double>::Params::name...})
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
    return names;
}

/// The key in which the ends of two interactions differ; empty if they end alike.
std::string_view difference(const PairInteraction& a, const PairInteraction& b) {
    if (a.cutoff != b.cutoff) return "cutoff";
    if (a.truncation != b.truncation) return "truncation";
    const bool smooth = a.truncation == Truncation::smooth;
    return smooth && a.switch_from != b.switch_from ? "switch_from" : "";
}

/// Joins the interaction of a further entry to that of a pair; returns why not, or nothing.
std::string add_to(std::optional<PairInteraction>& pair,
                   const std::optional<PairInteraction>& further) {
    if (!pair || !further || name_of(pair->params) == name_of(further->params))
        return "is given twice; keep one of the entries";
    auto sum = offered_sum(pair->params, further->params, PotentialSums{});
    if (!sum) sum = joined(pair->params, further->params);
    if (!sum)
        return fmt::format("has the potentials '{}' and '{}', which cannot act together; these "
                           "can: {}; type = \"{}\" takes any sum, as numbers",
                           name_of(pair->params), name_of(further->params),
                           names_of(PotentialSums{}), TableParams::name);
    const std::string_view key = difference(*pair, *further);
    if (!key.empty())
        return fmt::format("has two potentials that differ in {0}; their sum ends as one potential "
                           "does: give {0} in one of the entries, or the same in both",
                           key);
    pair->params = *sum;
    return {};
}

/// The entries of one pair so far.
struct Seen {
    std::size_t place = 0; ///< in JoinedEntries::pairs
    int entries = 0;
};

} // namespace

JoinedEntries join_entries(const ForceFieldSpec& spec) {
    const std::size_t types = spec.species.size();
    std::vector<Seen> seen(types * types);
    JoinedEntries joined;
    for (const PairEntry& entry : spec.pairs) {
        MDSIM_REQUIRE(entry.a < types && entry.b < types);
        Seen& pair = seen[std::min(entry.a, entry.b) * types + std::max(entry.a, entry.b)];
        if (pair.entries++ == 0) {
            pair.place = joined.pairs.size();
            joined.pairs.push_back(entry);
            continue;
        }
        const std::string fault =
            pair.entries > 2 ? "has more than two potentials; keep two of the entries"
                             : add_to(joined.pairs[pair.place].interaction, entry.interaction);
        if (!fault.empty())
            joined.errors.push_back(
                {entry.where, fmt::format("pair {}-{} {}", spec.species[entry.a],
                                          spec.species[entry.b], fault)});
    }
    return joined;
}

} // namespace mdsim
