// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/contract.hpp"
#include "core/field.hpp"

namespace mdsim {

/// A section such as [msd]: a function of the time between two instants, averaged over many time
/// origins of one stage.
struct CorrelationSettings {
    std::int64_t every = 0;
    std::int64_t window = 100;
    std::optional<std::int64_t> origin_every;
    std::string stage;

    /// Samples between two time origins.
    std::int64_t origin_interval() const {
        return origin_every.value_or(window < 10 ? 1 : window / 10);
    }

    /// How many origins are kept at a time, each with three numbers an atom.
    std::int64_t live_origins() const {
        MDSIM_EXPECT(origin_interval() > 0);
        return window / origin_interval() + 1;
    }

    static constexpr auto fields() {
        using S = CorrelationSettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(1), "steps between samples",
                  required()),
            field("window", &S::window, Dimension::none, between(1, 1000000),
                  "samples from a time origin to the longest time that is looked at"),
            field("origin_every", &S::origin_every, Dimension::none, between(1, 1000000),
                  "samples between two time origins, each of which takes 24 bytes an atom while "
                  "it is looked at; if absent, a tenth of `window`"),
            field("stage", &S::stage, "name of the stage that is sampled; if empty, the last"));
    }
};

/// The sections of all correlation functions (session/observables/correlations.hpp).
struct CorrelationSections {
    std::optional<CorrelationSettings> msd;
    std::optional<CorrelationSettings> vacf;

    static constexpr auto fields() {
        using S = CorrelationSections;
        return std::make_tuple(
            field("msd", &S::msd, "mean-square displacement and the self-diffusion from it"),
            field("vacf", &S::vacf, "velocity autocorrelation and the self-diffusion from it"));
    }

    /// Calls use(name, settings) for each section that there is.
    template <class Use> void for_each_correlation(const Use& use) const {
        const auto look = [&](const auto& section) {
            if (const auto& settings = this->*section.member)
                use(std::string(section.name), *settings);
        };
        std::apply([&](const auto&... section) { (look(section), ...); }, fields());
    }

    /// What all of them keep of an atom: origins and the sample in hand, and how far a box that
    /// changes has carried it [bytes].
    double correlation_bytes_per_atom(bool box_changes) const {
        constexpr double bytes_of_sample = 3 * 8;
        double bytes = 0;
        for_each_correlation([&](const std::string&, const CorrelationSettings& settings) {
            bytes += bytes_of_sample * static_cast<double>(settings.live_origins() + 1);
        });
        return bytes + (msd && box_changes ? 2 * bytes_of_sample : 0);
    }
};

} // namespace mdsim
