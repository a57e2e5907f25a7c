// SPDX-License-Identifier: BSD-3-Clause
#include "session/resume_comparison.hpp"

#include <fmt/format.h>

#include "session/given_differences.hpp"
#include "session/key_differences.hpp"
#include "session/started_stages.hpp"

namespace mdsim {

namespace {

/// A key that no stage and no file decides about.
bool is_fixed(const KeyDifference& found) {
    return found.table != "stage" && found.fixed_by.empty();
}

std::string words_about_velocity(const KeyDifference& found) {
    const auto line = [&](const std::string& value) {
        return value.empty() ? fmt::format("no {}", found.key)
                             : fmt::format("`{} = {}`", found.key, value);
    };
    return fmt::format(
        "[velocity] is of the first step, which is done: it says {} where the velocities of this "
        "run were drawn with {}, and none are drawn again. Bring it back; another temperature is "
        "that of another [[stage]] with a thermostat",
        line(found.is), line(found.was));
}

std::string words_about(const KeyDifference& found) {
    if (found.table == "velocity") return words_about_velocity(found);
    return fmt::format("found {}, but the checkpoint was made with {}", value_or_nothing(found.is),
                       value_or_nothing(found.was));
}

std::vector<Diagnostic> changes_of_fixed_keys(const EffectiveText& was, const EffectiveText& is) {
    std::vector<Diagnostic> errors;
    for (const KeyDifference& found : key_differences(was, is))
        if (is_fixed(found)) errors.push_back({found.where(), words_about(found)});
    return errors;
}

Diagnostic advice() {
    return {"--resume",
            "the input describes another run than that of the checkpoint: bring back what "
            "differs, or begin a new run, from the last frame of this one if you like "
            "([system.file]); mdsim --describe KEY says which keys may change"};
}

} // namespace

std::vector<Diagnostic> changes_of_input(const std::string& was_text, const std::string& is_text,
                                         const RunSoFar& so_far) {
    const EffectiveText was(was_text), is(is_text);
    std::vector<Diagnostic> errors = changes_of_fixed_keys(was, is);
    const bool same_keys = errors.empty();
    const auto add = [&](const std::vector<Diagnostic>& more) {
        errors.insert(errors.end(), more.begin(), more.end());
    };
    if (same_keys) add(changes_of_given(was.given, is.given)); // they may only follow from keys
    add(changes_of_started_stages(was, is, so_far.step));
    add(changes_of_started_files(was, is, so_far.files));
    if (!same_keys) errors.push_back(advice());
    return errors;
}

} // namespace mdsim
