// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// The section [debug]: conditions that tests want and that seldom come about by themselves. No key
/// here changes a bit of the result. The user's page leaves the section out.
struct DebugSettings {
    static constexpr const char* section = "debug";

    bool redraw_bricks = false;
    std::int64_t redraw_seed = 1;
    std::int64_t simulated_hosts = 1;
    std::int64_t slowed_rank = -1;
    std::int64_t slowdown = 2;
    bool tight_capacity = false;

    /// How many times a rank computes the forces of each step.
    std::int64_t slowdown_of(Rank rank) const { return rank == slowed_rank ? slowdown : 1; }

    static constexpr auto fields() {
        using S = DebugSettings;
        return std::make_tuple(
            field("redraw_bricks", &S::redraw_bricks,
                  "draw random bricks at random rebuilds, on GPUs every few steps"),
            field("redraw_seed", &S::redraw_seed, Dimension::none, at_least(0),
                  "seed of the random bricks"),
            field("simulated_hosts", &S::simulated_hosts, Dimension::none, between(1, 4096),
                  "ranks count as on so many hosts, without direct links between them"),
            field("slowed_rank", &S::slowed_rank, Dimension::none, at_least(-1),
                  "the rank that is slow; -1: none"),
            field("slowdown", &S::slowdown, Dimension::none, between(1, 1000),
                  "times that the slow rank computes the forces of each step"),
            field("tight_capacity", &S::tight_capacity,
                  "GPUs have hardly more capacity for atoms than they need at first"));
    }
};

} // namespace mdsim
