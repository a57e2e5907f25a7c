// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

#include "core/field.hpp"
#include "ops/wave_vectors.hpp"

namespace mdsim {

/// The section [structure_factor]: S(q) by wave vectors of the box, sampled in one stage.
struct StructureFactorSettings {
    std::int64_t every = 0;
    double largest_wave_number = 0; ///< [1 / length]
    std::int64_t bins = 100;
    std::int64_t vectors_per_bin = 0;
    std::string stage;

    WaveShells shells() const {
        return {largest_wave_number, static_cast<std::size_t>(bins), vectors_per_bin};
    }

    static constexpr auto fields() {
        using S = StructureFactorSettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(1), "steps between samples",
                  required()),
            field(
                "largest_wave_number", &S::largest_wave_number, Dimension::inverse_length,
                positive(),
                "wave vectors q up to this |q| are sampled, 2 pi over a length. Their number grows "
                "with its cube and with the volume",
                required()),
            field("bins", &S::bins, Dimension::none, between(1, 10000),
                  "number of bins of equal width between 0 and `largest_wave_number`; one without "
                  "a wave vector has no line"),
            field("vectors_per_bin", &S::vectors_per_bin, Dimension::none, between(0, 100000),
                  "wave vectors that a bin keeps at most, spread evenly over those that it has; 0: "
                  "all"),
            field("stage", &S::stage, "name of the stage that is sampled; if empty, the last"));
    }
};

} // namespace mdsim
