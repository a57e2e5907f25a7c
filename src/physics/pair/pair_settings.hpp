// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "core/field.hpp"
#include "physics/pair/list.hpp"
#include "physics/pair/sampled/list.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// Whether, and by which rule, potentials of unlike pairs follow from those of like pairs.
enum class Mixing { none, arithmetic, geometric, sixth_power };

constexpr EnumNames<Mixing, 4> enum_names(Mixing) {
    return {{{"none", Mixing::none},
             {"arithmetic", Mixing::arithmetic},
             {"geometric", Mixing::geometric},
             {"sixth_power", Mixing::sixth_power}}};
}

/// The potential of two species that do not see each other.
struct NoInteraction {
    static constexpr std::string_view name = "none";
    static constexpr auto fields() { return std::make_tuple(); }
};

template <class First, class Second> struct NothingOr;
template <class... First, class... Second>
struct NothingOr<std::variant<First...>, std::variant<Second...>> {
    using type = std::variant<NoInteraction, First..., Second...>;
};

/// What `type` chooses: no interaction, or any potential of the two lists.
using PotentialChoice = NothingOr<PairPotentials::Params, SampledPotentials>::type;

inline bool interacts(const PotentialChoice& choice) {
    return !std::holds_alternative<NoInteraction>(choice);
}

/// The file that the potential reads; null where it reads none.
template <class Choice> auto* potential_file(Choice& choice) {
    return std::visit([](auto& params) { return file_of(params); }, choice);
}

/// Where the potential becomes zero by itself [length]; infinite for most.
inline double own_range_of(const PotentialChoice& choice) {
    return std::visit([](const auto& params) { return own_range(params); }, choice);
}

/// What to say to the names that other programs give to potentials; empty for any other word.
std::string_view meant_by(const PotentialChoice& choices, std::string_view word);

/// One [[pair.potential]]: the potential of one pair of species.
struct PotentialSettings {
    std::vector<std::string> species;
    PotentialChoice potential;
    std::optional<double> cutoff; ///< [length]
    std::optional<Truncation> truncation;
    std::optional<double> switch_from; ///< [length]

    static constexpr auto fields() {
        using S = PotentialSettings;
        return std::make_tuple(
            field("species", &S::species, "the two species, [\"A\", \"B\"]", required()),
            field("type", &S::potential, "the potential; its own keys follow in the same table",
                  required()),
            field("cutoff", &S::cutoff, Dimension::length, positive(),
                  "replaces pair.cutoff for this pair"),
            field("truncation", &S::truncation, "replaces pair.truncation for this pair"),
            field("switch_from", &S::switch_from, Dimension::length, positive(),
                  "replaces pair.switch_from for this pair"));
    }
};

/// The section [pair].
struct PairSettings {
    std::optional<double> cutoff; ///< [length]
    Truncation truncation = Truncation::cut;
    std::optional<double> switch_from; ///< [length]
    Mixing mixing = Mixing::none;
    bool tail_correction = false;
    std::vector<PotentialSettings> potentials;

    /// [[pair.law]] is the name that version 0.1.0 gave to potentials.
    static constexpr std::string_view meant_key(std::string_view key) {
        return key == "law" ? "potential" : "";
    }

    static constexpr auto fields() {
        using S = PairSettings;
        return std::make_tuple(
            field(
                "cutoff", &S::cutoff, Dimension::length, positive(),
                "distance beyond which a pair does not interact; each potential may have its own"),
            field("truncation", &S::truncation,
                  "what happens at the cutoff: cut does nothing, shift brings the energy to zero "
                  "there, force_shift the force too, the last does so smoothly"),
            field("switch_from", &S::switch_from, Dimension::length, positive(),
                  "distance where a smooth truncation begins"),
            field(
                "mixing", &S::mixing,
                "rule for potentials of unlike pairs that have no [[pair.potential]] of their own"),
            field("tail_correction", &S::tail_correction,
                  "add what a uniform fluid beyond the cutoff gives to energy and pressure; only "
                  "where all directions repeat"),
            field(
                "potential", &S::potentials,
                "the potentials, one for each pair of species that no [[many_body]] serves, or two "
                "that act together"));
    }
};

} // namespace mdsim
