// SPDX-License-Identifier: BSD-3-Clause
#include "app/range_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mdsim {

std::string cutoff_text(const SystemParts& parts) {
    return fmt::format("cutoff {:.5g}, skin {:.5g}", parts.force_field.largest_cutoff(),
                       parts.skin);
}

std::string longer_lists_text(const SystemParts& parts) {
    const double cutoff = parts.force_field.largest_cutoff();
    if (!(parts.reach > cutoff)) return {};
    const double farther = (parts.reach + parts.skin) / (cutoff + parts.skin);
    return fmt::format("for g(r) (rdf.range) lists reach {:.5g} in place of {:.5g}, the skin "
                       "included: they are {:.2g} times as long, and every step slower",
                       parts.reach + parts.skin, cutoff + parts.skin, std::pow(farther, 3));
}

} // namespace mdsim
