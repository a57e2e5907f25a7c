// SPDX-License-Identifier: BSD-3-Clause
#include "setup/range_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mdsim {

std::string cutoff_text(const SystemParts& parts) {
    return fmt::format("cutoff {:.5g}, skin {:.5g}", parts.force_field.largest_cutoff(),
                       parts.lists.skin);
}

std::string longer_lists_text(const SystemParts& parts) {
    const double cutoff = parts.force_field.largest_cutoff();
    if (!(parts.lists.sampled_range > cutoff)) return {};
    const double range = parts.lists.range(cutoff);
    const double lawful = cutoff + parts.lists.skin;
    return fmt::format("for g(r) (rdf.range) lists reach {:.5g} in place of {:.5g}, the skin "
                       "included: they are {:.2g} times as long, and every step slower",
                       range, lawful, std::pow(range / lawful, 3));
}

} // namespace mdsim
