// SPDX-License-Identifier: BSD-3-Clause
#include "session/started_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/stage_settings.hpp"
#include "session/key_differences.hpp"

namespace mdsim {

namespace {

constexpr const char* advice = "what is to be different belongs into another [[stage]] after it";

/// What a key means that is not written and whose row has no default, as that is the way of one
/// thermostat only.
std::string meaning_of_absent(const std::string& key) {
    const StageSettings absent;
    if (key == "chain_length") return std::to_string(absent.chain_links());
    if (key == "couple_every") return std::to_string(absent.coupling_interval());
    return {};
}

std::string meaning(const std::string& key, const std::string& value) {
    return value.empty() ? meaning_of_absent(key) : value;
}

Step steps_of(const TextTable& stage) {
    const auto found = stage.values.find("steps");
    const std::string text = found == stage.values.end() ? "" : found->second;
    Step steps = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), steps).ec != std::errc() ||
        steps < 0)
        throw InputError("checkpoint", fmt::format("the input in it says of {} that its steps are "
                                                   "{}; no run of mdsim wrote it as it is",
                                                   stage.place, value_or_nothing(text)));
    return steps;
}

/// `key = value` for a message, or that there is no such key.
std::string words(const std::string& key, const std::string& value) {
    return value.empty() ? fmt::format("no {}", key) : fmt::format("{} = {}", key, value);
}

/// A stage that has started, as it was.
struct StartedStage {
    const TextTable* was = nullptr;
    Step done = 0;
    bool in_hand = false; ///< none after it has started
};

void check_key(const StartedStage& stage, const KeyDifference& found,
               std::vector<Diagnostic>& errors) {
    const std::string was = meaning(found.key, found.was), is = meaning(found.key, found.is);
    if (was == is) return;
    errors.push_back(
        {found.where(),
         fmt::format("{} of this stage's steps are done with {}, the input "
                     "now says {}. A stage that has started stays as it is; {}",
                     stage.done, words(found.key, was), words(found.key, is), advice)});
}

void check_steps(const StartedStage& stage, const TextTable& is, std::vector<Diagnostic>& errors) {
    const Step before = steps_of(*stage.was), now = steps_of(is);
    std::string reason;
    if (now == before) return;
    if (!stage.in_hand)
        reason = fmt::format("a later stage has started after its {} steps", before);
    else if (stage.was->values.count("temperature_end") != 0)
        reason = fmt::format("{} of its {} steps are done, and its temperature goes to "
                             "temperature_end over the whole stage: with another number of steps "
                             "it would jump",
                             stage.done, before);
    else if (now < stage.done)
        reason = fmt::format("{} of its steps are done already (the run so far asked for {}, as "
                             "input.toml in its folder says)",
                             stage.done, before);
    else
        return;
    errors.push_back(
        {is.place + ".steps", fmt::format("found {}, but {}; {}", now, reason, advice)});
}

} // namespace

std::vector<Diagnostic> changes_of_started_stages(const EffectiveText& was, const EffectiveText& is,
                                                  Step step) {
    const std::vector<KeyDifference> differences = key_differences(was, is);
    std::vector<Diagnostic> errors;
    Step first = 0;
    for (const TextTable* before : was.all("stage")) {
        if (first >= step) break;
        const Step last = first + steps_of(*before);
        const StartedStage stage{before, std::min(step, last) - first, step <= last};
        const TextTable* now = is.find(before->place);
        if (now == nullptr) {
            errors.push_back(
                {before->place,
                 fmt::format("the run has done {} steps of this stage, but the input has no more "
                             "than {} stages; bring it back",
                             stage.done, is.all("stage").size())});
            break;
        }
        for (const KeyDifference& found : differences)
            if (found.place == before->place && found.key != "steps")
                check_key(stage, found, errors);
        check_steps(stage, *now, errors);
        first = last;
    }
    return errors;
}

} // namespace mdsim
