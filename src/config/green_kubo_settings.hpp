// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "core/field.hpp"

namespace mdsim {

/// A section that follows a current of one stage by Green and Kubo: [viscosity], [conductivity].
struct GreenKuboSettings {
    std::int64_t every = 0;
    std::int64_t window = 500;
    std::optional<std::int64_t> origin_every;
    std::string stage;

    /// Samples between two time origins.
    std::int64_t origin_interval() const {
        constexpr std::int64_t in_window = 50; // more of them see much the same
        return origin_every.value_or(std::max<std::int64_t>(1, window / in_window));
    }

    static constexpr auto fields() {
        using S = GreenKuboSettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(1), "steps between samples",
                  required()),
            field("window", &S::window, Dimension::none, between(1, 20000),
                  "samples from a time origin to the longest time that is looked at"),
            field("origin_every", &S::origin_every, Dimension::none, between(1, 20000),
                  "samples between two time origins; if absent, a fiftieth of `window`"),
            field("stage", &S::stage, "name of the stage that is sampled; if empty, the last"));
    }
};

} // namespace mdsim
