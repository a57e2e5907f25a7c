// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/field.hpp"
#include "physics/functional/list.hpp"

namespace mdsim {

/// One [[many_body]]: the pair functional that serves one pair of species, or, if it is given by
/// files, all pairs of several.
struct FunctionalSettings {
    std::vector<std::string> species;
    ManyBodyParams functional;

    static constexpr auto fields() {
        using S = FunctionalSettings;
        return std::make_tuple(
            field(
                "species", &S::species,
                "the two species, [\"A\", \"B\"]; all species of one functional need an entry for "
                "every pair among them, each with itself included. Of types that have files: all "
                "that it serves, named like the elements of the files",
                required()),
            field("type", &S::functional, "the functional; its own keys follow in the same table",
                  required()));
    }
};

/// Where the forces of an entry end [length].
inline double cutoff_of(const FunctionalSettings& settings) {
    return std::visit([](const auto& params) { return cutoff_of(params); }, settings.functional);
}

/// What to say to the names that other programs give to functionals; empty for any other word.
constexpr std::string_view meant_by(const ManyBodyParams&, std::string_view word) {
    if (word.starts_with("smatb") || word.starts_with("rgl") || word.starts_with("RGL") ||
        word.starts_with("Gupta"))
        return "did you mean \"gupta\"? It is the second-moment approximation to tight binding";
    if (word.starts_with("eam") || word.starts_with("EAM") || word == "finnis_sinclair")
        return "did you mean \"eam\"? Its files say whether it is eam/alloy, eam/fs or funcfl";
    if (word.starts_with("adp/") || word.starts_with("ADP") || word.starts_with("angular"))
        return "did you mean \"adp\"? It is the angular-dependent potential";
    if (word == "sw" || word.starts_with("sw/") || word.starts_with("Stillinger"))
        return "did you mean \"stillinger_weber\"?";
    return {};
}

} // namespace mdsim
