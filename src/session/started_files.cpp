// SPDX-License-Identifier: BSD-3-Clause
#include "session/started_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "session/key_differences.hpp"

namespace mdsim {

std::vector<Diagnostic> changes_of_started_files(const EffectiveText& was, const EffectiveText& is,
                                                 const StartedFiles& started) {
    std::vector<Diagnostic> errors;
    for (const KeyDifference& found : key_differences(was, is))
        if (std::find(started.begin(), started.end(), found.fixed_by) != started.end())
            errors.push_back(
                {found.where(), fmt::format("found {}, but the run goes on with {}, which was made "
                                            "with {}: bring that back, or begin a new run from the "
                                            "last frame",
                                            value_or_nothing(found.is), found.fixed_by,
                                            value_or_nothing(found.was))});
    return errors;
}

} // namespace mdsim
