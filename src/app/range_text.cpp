// SPDX-License-Identifier: BSD-3-Clause
#include "app/range_text.hpp"

#include <fmt/format.h>

namespace mdsim {

std::string cutoff_text(const SystemParts& parts) {
    return fmt::format("cutoff {:.5g}, skin {:.5g}", parts.force_field.largest_cutoff(),
                       parts.skin);
}

std::string longer_lists_text(const SystemParts& parts) {
    if (!(parts.reach > parts.force_field.largest_cutoff())) return {};
    return fmt::format("for g(r) (rdf.range) lists reach {:.5g} in place of {:.5g}, the skin "
                       "included: every step is slower",
                       parts.reach + parts.skin, parts.force_field.largest_cutoff() + parts.skin);
}

} // namespace mdsim
