// SPDX-License-Identifier: BSD-3-Clause
#include "session/started_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "core/split_text.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

namespace {

/// The keys of one [[stage]] of an effective input, and what it says of them.
using StageText = std::map<std::string, std::string>;

constexpr const char* advice = "what is to be different belongs into another [[stage]] after it";

std::vector<StageText> stages_in(const std::string& effective_text) {
    std::vector<StageText> stages;
    bool inside = false;
    for (const std::string& line : split_text(effective_text, '\n')) {
        const std::size_t equals = line.find(" = ");
        if (line.rfind('[', 0) == 0) {
            inside = line == "[[stage]]";
            if (inside) stages.emplace_back();
        } else if (inside && line.rfind('#', 0) != 0 && equals != std::string::npos) {
            stages.back()[line.substr(0, equals)] = line.substr(equals + 3);
        }
    }
    return stages;
}

/// What a key means that is not written; keys without such a meaning are missed.
std::string default_of(const std::string& key) {
    const StageSettings absent;
    if (key == "chain_length") return std::to_string(absent.chain_links());
    if (key == "couple_every") return std::to_string(absent.coupling_interval());
    return {};
}

std::string value_of(const StageText& stage, const std::string& key) {
    const auto found = stage.find(key);
    return found == stage.end() ? default_of(key) : found->second;
}

Step steps_of(const StageText& stage) { return std::stoll(value_of(stage, "steps")); }

/// `key = value` for a message, or that there is no such key.
std::string words(const StageText& stage, const std::string& key) {
    const std::string value = value_of(stage, key);
    return value.empty() ? fmt::format("no {}", key) : fmt::format("{} = {}", key, value);
}

/// Keys that change nothing about how atoms move; `steps` is judged by itself.
bool is_free(const std::string& key) {
    static constexpr std::array<std::string_view, 6> free{
        "name", "steps", "trajectory_every", "thermo_every", "checkpoint_every", "rdf"};
    return std::find(free.begin(), free.end(), key) != free.end();
}

/// A stage that has started, as it was.
struct StartedStage {
    std::size_t index = 0;
    Step done = 0;
    bool in_hand = false; ///< none after it has started
};

std::string place(const StartedStage& stage, const std::string& key) {
    return fmt::format("stage.{}.{}", stage.index, key);
}

void check_keys(const StartedStage& stage, const StageText& was, const StageText& is,
                std::vector<Diagnostic>& errors) {
    StageText all = was;
    all.insert(is.begin(), is.end());
    for (const auto& [key, value] : all)
        if (!is_free(key) && value_of(was, key) != value_of(is, key))
            errors.push_back(
                {place(stage, key),
                 fmt::format("{} of this stage's steps are done with {}, the input "
                             "now says {}. A stage that has started stays as it is; {}",
                             stage.done, words(was, key), words(is, key), advice)});
}

void check_steps(const StartedStage& stage, const StageText& was, const StageText& is,
                 std::vector<Diagnostic>& errors) {
    const Step before = steps_of(was), now = steps_of(is);
    std::string reason;
    if (now == before) return;
    if (!stage.in_hand)
        reason = fmt::format("a later stage has started after its {} steps", before);
    else if (was.count("temperature_end") != 0)
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
    errors.push_back({place(stage, "steps"),
                      fmt::format("found {}, but {}; {}", value_of(is, "steps"), reason, advice)});
}

} // namespace

std::vector<Diagnostic> changes_of_started_stages(const std::string& was, const std::string& is,
                                                  Step step) {
    const std::vector<StageText> before = stages_in(was), now = stages_in(is);
    std::vector<Diagnostic> errors;
    Step first = 0;
    for (std::size_t i = 0; i < before.size() && first < step; ++i) {
        const Step last = first + steps_of(before[i]);
        const StartedStage stage{i, std::min(step, last) - first, step <= last};
        if (i >= now.size()) {
            errors.push_back(
                {fmt::format("stage.{}", i),
                 fmt::format("the run has done {} steps of this stage, but the input has no more "
                             "than {} stages; bring it back",
                             stage.done, now.size())});
            break;
        }
        check_keys(stage, before[i], now[i], errors);
        check_steps(stage, before[i], now[i], errors);
        first = last;
    }
    return errors;
}

} // namespace mdsim
