// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

#include "core/field.hpp"
#include "ops/link_packing.hpp"
#include "ops/transport.hpp"

namespace mdsim {

/// How the box is divided among the ranks.
enum class LayoutKind { automatic, grid, planes, bisection };

constexpr EnumNames<LayoutKind, 4> enum_names(LayoutKind) {
    return {{{"auto", LayoutKind::automatic},
             {"grid", LayoutKind::grid},
             {"planes", LayoutKind::planes},
             {"bisection", LayoutKind::bisection}}};
}

/// Whether bricks are chosen anew when ranks take unequal time.
enum class Balance { automatic, off };

constexpr EnumNames<Balance, 2> enum_names(Balance) {
    return {{{"auto", Balance::automatic}, {"off", Balance::off}}};
}

/// What is made equal among the ranks.
enum class BalanceWeight { atoms, cost };

constexpr EnumNames<BalanceWeight, 2> enum_names(BalanceWeight) {
    return {{{"atoms", BalanceWeight::atoms}, {"cost", BalanceWeight::cost}}};
}

/// The section [parallel]; no key here changes a bit of the result.
struct LayoutSettings {
    LayoutKind layout = LayoutKind::automatic;
    std::array<int, 3> grid{0, 0, 0};
    Balance balance = Balance::automatic;
    double balance_threshold = 1.1;
    BalanceWeight weight = BalanceWeight::cost;
    bool share_gpus = false;
    TransportChoice transport = TransportChoice::automatic;
    PackingChoice compress = PackingChoice::automatic;
    double longest_wait = 600; ///< [s]

    static constexpr auto fields() {
        using S = LayoutSettings;
        return std::make_tuple(
            field("layout", &S::layout,
                  "how the box is divided: a regular grid, a grid with movable planes, or "
                  "recursive bisection"),
            field("grid", &S::grid, Dimension::none, at_least(0),
                  "bricks along x, y, z with layout grid or planes; 0: chosen automatically"),
            field("balance", &S::balance, "auto: new bricks when the ranks take unequal time"),
            field("balance_threshold", &S::balance_threshold, Dimension::none, at_least(1),
                  "balance when the slowest rank takes this many times the average"),
            field("weight", &S::weight,
                  "what to make equal: the number of atoms or the measured time"),
            field("share_gpus", &S::share_gpus,
                  "let several ranks use one GPU, which is slow: they take turns"),
            field(
                "transport", &S::transport,
                "how GPUs send each other atoms: by writing into each other's memory, by NCCL, or "
                "staged through their hosts and MPI; auto: for each pair the first that works"),
            field(
                "compress", &S::compress,
                "whether positions are packed, without loss, on their way between ranks: auto: to "
                "other hosts, if the links there are slow enough; always: between all ranks"),
            field("longest_wait", &S::longest_wait, Dimension::wall_time, between(1, 1e8),
                  "a rank that the others have to wait for longer than this ends the run"));
    }
};

} // namespace mdsim
