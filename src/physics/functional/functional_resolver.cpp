// SPDX-License-Identifier: BSD-3-Clause
#include "physics/functional/functional_resolver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "core/contract.hpp"
#include "core/tagged_real.hpp"
#include "physics/pair/float_range.hpp"

namespace mdsim {

namespace {

std::string_view name_of(const ManyBodyParams& params) {
    return std::visit([](const auto& p) { return p.name; }, params);
}

bool too_large_for_float(double number) {
    return !(std::abs(number) <= std::numeric_limits<float>::max());
}

/// Whether floats hold a struct of doubles.
template <class Constants> bool holds_floats(const Constants& constants) {
    double value[sizeof(Constants) / sizeof(double)];
    static_assert(sizeof value == sizeof constants && std::is_trivially_copyable_v<Constants>);
    std::memcpy(value, &constants, sizeof value);
    return std::none_of(std::begin(value), std::end(value), too_large_for_float);
}

/// Samples that a float can count.
constexpr std::size_t most_samples = std::size_t{1} << 24;

/// Whether floats hold the constants and samples of one entry, whose number is added to the count.
template <class Params> bool fits_floats(const Params& p, std::size_t& sample_count) {
    if constexpr (is_of_cluster<Params>) {
        bool fits = holds_floats(pair_of<double>(p));
        for (std::size_t third = 0; third < p.tables->elements.size(); ++third)
            fits = fits && holds_floats(triple_of<double>(p, third));
        return fits;
    } else {
        std::vector<double> samples;
        const auto constants = constants_of(make_functional<double>(p, samples));
        sample_count += samples.size();
        return std::all_of(std::begin(constants.value), std::end(constants.value), fits_float) &&
               std::none_of(samples.begin(), samples.end(), too_large_for_float);
    }
}

/// What is wrong with the parameters of one entry; empty if nothing is. Adds the number of samples
/// that it needs to the count.
template <class Params> std::string fault_in(const Params& p, std::size_t& sample_count) {
    const double cutoff = cutoff_of(p);
    if (!(cutoff > 0 && std::isfinite(cutoff)))
        return fmt::format("cutoff = {} must be positive", cutoff);
    if (const std::string_view fault = fault_of(p); !fault.empty()) return std::string(fault);
    if (!fits_floats(p, sample_count))
        return fmt::format("the constants of '{}' are too large or too small for single "
                           "precision; choose another system of units",
                           p.name);
    return {};
}

class FunctionalResolver {
  public:
    explicit FunctionalResolver(const ForceFieldSpec& spec)
        : spec_(spec), types_(spec.species.size()) {}

    ResolvedFunctionals resolve() {
        if (spec_.functionals.empty()) return {};
        result_.table.resize(types_ * types_);
        if (types_ > most_tagged_types)
            error(spec_.functionals.front().where,
                  fmt::format("[[many_body]] allows {} species in a run; this one has {}",
                              most_tagged_types, types_));
        for (const FunctionalEntry& entry : spec_.functionals) place(entry);
        if (sample_count_ >= most_samples)
            error(
                spec_.functionals.front().where,
                fmt::format("the tables of all pairs need {} numbers, {} are allowed; use shorter "
                            "tables, or name fewer species",
                            sample_count_, most_samples));
        for (const FunctionalEntry& entry : spec_.functionals) {
            check_belongs(entry, entry.a);
            if (entry.b != entry.a) check_belongs(entry, entry.b);
        }
        for (std::size_t a = 0; a < types_; ++a) {
            for (std::size_t b = a + 1; b < types_; ++b) require_entry(a, b);
        }
        check_kinds();
        return std::move(result_);
    }

  private:
    auto& at(std::size_t a, std::size_t b) { return result_.table[a * types_ + b]; }

    void error(const std::string& where, std::string message) {
        result_.errors.push_back({where, std::move(message)});
    }

    std::string pair_name(std::size_t a, std::size_t b) const {
        return fmt::format("pair {}-{}", spec_.species[a], spec_.species[b]);
    }

    /// Where the input gives the functional of a type with itself.
    std::string place_of(std::size_t type) const {
        const auto found = std::find_if(
            spec_.functionals.begin(), spec_.functionals.end(),
            [&](const FunctionalEntry& entry) { return entry.a == type && entry.b == type; });
        MDSIM_EXPECT(found != spec_.functionals.end());
        return found->where;
    }

    std::string remedy(const ManyBodyParams& params, std::size_t a, std::size_t b) const {
        if (serves_many_species(params))
            return fmt::format("name \"{}\" and \"{}\" in one [[many_body]] of type = \"{}\"",
                               spec_.species[a], spec_.species[b], name_of(params));
        return fmt::format("add a [[many_body]] of type = \"{}\" with species = [\"{}\", \"{}\"]",
                           name_of(params), spec_.species[a], spec_.species[b]);
    }

    /// Enters the functional of an ordered pair; returns what is wrong with it.
    template <class Params> std::string set(TypeId a, TypeId b, const Params& params) {
        at(a, b) = params;
        return fault_in(params, sample_count_);
    }

    void place(const FunctionalEntry& entry) {
        MDSIM_REQUIRE(entry.a < types_ && entry.b < types_);
        const std::string who = pair_name(entry.a, entry.b);
        if (at(entry.a, entry.b)) {
            error(entry.where, fmt::format("{} is given twice; keep one of the entries", who));
            return;
        }
        const std::string fault = std::visit(
            [&](const auto& p) {
                if (entry.a != entry.b) set(entry.b, entry.a, reversed_params(p));
                return set(entry.a, entry.b, p);
            },
            entry.params);
        if (!fault.empty()) error(entry.where, fmt::format("{}: {}", who, fault));
    }

    /// Whether the type is one of the functional that the entry is of.
    void check_belongs(const FunctionalEntry& entry, std::size_t type) {
        const auto& own = at(type, type);
        if (own && own->index() == entry.params.index()) return;
        error(entry.where, fmt::format("{}: \"{}\" {}, so '{}' does not know its density; {}",
                                       pair_name(entry.a, entry.b), spec_.species[type],
                                       own ? fmt::format("belongs to '{}'", name_of(*own))
                                           : "has no [[many_body]] with itself",
                                       name_of(entry.params),
                                       own ? "a species belongs to one functional"
                                           : remedy(entry.params, type, type)));
    }

    void require_entry(std::size_t a, std::size_t b) {
        const auto& first = at(a, a);
        const auto& second = at(b, b);
        if (!first || !second || first->index() != second->index() || at(a, b)) return;
        at(a, b) = at(b, a) = first;
        error(place_of(a), fmt::format("{} has no entry, but both species belong to '{}'; {}",
                                       pair_name(a, b), name_of(*first), remedy(*first, a, b)));
    }

    /// A round sends neighbours either slopes of densities or what one functional of another kind
    /// has to say.
    void check_kinds() {
        const auto of_densities = [](const ManyBodyParams& params) {
            return !is_cluster(params) && !is_moment(params);
        };
        const ManyBodyParams& first = spec_.functionals.front().params;
        for (const FunctionalEntry& entry : spec_.functionals) {
            const bool both = of_densities(entry.params) && of_densities(first);
            if (both || entry.params.index() == first.index()) continue;
            error(entry.where, fmt::format("'{}' and '{}' do not go together in one run",
                                           name_of(first), name_of(entry.params)));
            return;
        }
    }

    const ForceFieldSpec& spec_;
    std::size_t types_;
    std::size_t sample_count_ = 0;
    ResolvedFunctionals result_;
};

} // namespace

ResolvedFunctionals resolve_functionals(const ForceFieldSpec& spec) {
    return FunctionalResolver(spec).resolve();
}

} // namespace mdsim
