// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include "core/contract.hpp"
#include "physics/cluster/cluster.hpp"
#include "physics/moment/list.hpp"

namespace mdsim {

static_assert(moment_channel_width != cluster_channel_width && moment_channel_width > 1);

/// Calls use(constant) with a width of the channel as a constant: that of pair functionals, of
/// moment functionals or of cluster functionals.
template <class Use> void with_channel_width(std::size_t width, const Use& use) {
    if (width == 1) return use(std::integral_constant<std::size_t, 1>{});
    if (width == moment_channel_width)
        return use(std::integral_constant<std::size_t, moment_channel_width>{});
    MDSIM_REQUIRE(width == cluster_channel_width);
    use(std::integral_constant<std::size_t, cluster_channel_width>{});
}

} // namespace mdsim
