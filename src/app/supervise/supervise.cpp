// SPDX-License-Identifier: BSD-3-Clause
#include "app/supervise/supervise.hpp"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/supervise/child_process.hpp"
#include "app/supervise/presence.hpp"
#include "core/counted.hpp"
#include "core/error.hpp"
#include "core/ids.hpp"
#include "report/failure.hpp"
#include "session/run_files.hpp"
#include "session/stop_signals.hpp"

namespace mdsim {

namespace {

/// Who asked a part of the run to stop.
enum class AskedBy { nobody, notice, signal };

/// How a part of the run ended.
struct PartEnd {
    int code = 0;
    AskedBy asked = AskedBy::nobody;
};

bool is_over(int code) {
    return code == static_cast<int>(ExitCode::success) ||
           code == static_cast<int>(ExitCode::input_error) ||
           code == static_cast<int>(ExitCode::physics_error);
}

/// The step of the last good checkpoint, -1 where none is known.
Step checkpoint_of(const std::filesystem::path& folder) {
    std::ifstream file(RunFiles{folder}.progress());
    const auto json = nlohmann::json::parse(file, nullptr, false);
    const nlohmann::json::json_pointer place("/checkpoint/step");
    if (json.is_discarded() || !json.contains(place)) return -1;
    const auto& step = json[place];
    return step.is_number_integer() ? step.get<Step>() : -1;
}

std::vector<std::string> command_of(const SuperviseOptions& options, int ranks) {
    std::vector<std::string> words;
    if (ranks > 1) {
        words = options.mpirun;
        words.insert(words.end(), {"-n", std::to_string(ranks)});
    }
    words.push_back(std::filesystem::read_symlink("/proc/self/exe").string());
    words.push_back(options.input);
    words.insert(words.end(), options.passed.begin(), options.passed.end());
    words.emplace_back("--resume=auto");
    return words;
}

/// Asks a part to stop behind a checkpoint, and sees to it that it does. One rank that is asked is
/// enough.
int stop(ChildProcess& part, double grace) {
    part.send_to_program(SIGUSR1);
    if (const auto code = part.ended_within(grace)) return *code;
    say({fmt::format("supervise: the run did not stop within {:g} s and is killed", grace)});
    part.kill_group();
    return part.ended_within(grace).value_or(128 + SIGKILL);
}

/// Waits for the end of a part, or for a reason to stop it.
PartEnd watch(ChildProcess& part, const SuperviseOptions& options) {
    for (;;) {
        if (const auto code = part.ended_within(options.look_every)) return {*code};
        if (StopSignals::received() != 0) return {stop(part, options.grace), AskedBy::signal};
        if (is_noticed(options)) {
            say({"supervise: there is a notice that the machine goes away"});
            return {stop(part, options.grace), AskedBy::notice};
        }
    }
}

PartEnd run_part(const SuperviseOptions& options, int number) {
    const int ranks = ranks_now(options);
    say({fmt::format("supervise: part {} on {}", number, counted(ranks, "rank"))});
    ChildProcess part(command_of(options, ranks));
    return watch(part, options);
}

/// Waits until a notice is taken back; false where a signal comes first.
bool wait_for_machine(const SuperviseOptions& options) {
    bool said = false;
    while (is_noticed(options)) {
        if (!said) say({"supervise: waiting until the notice is taken back"});
        said = true;
        wait_seconds(options.look_every);
        if (StopSignals::received() != 0) return false;
    }
    return StopSignals::received() == 0;
}

/// Counts failures in a row.
class Patience {
  public:
    explicit Patience(const SuperviseOptions& options)
        : options_(&options), checkpoint_(checkpoint_of(options.folder)) {}

    /// Takes a failure; whether it was the last one that is borne.
    bool ends_with(int code) {
        const Step now = checkpoint_of(options_->folder);
        failures_ = now > checkpoint_ ? 1 : failures_ + 1;
        checkpoint_ = now;
        say({fmt::format("supervise: the run failed with exit code {}, {} in a row without a new "
                         "checkpoint; {} are borne",
                         code, failures_, options_->attempts - 1)});
        return failures_ >= options_->attempts;
    }

  private:
    const SuperviseOptions* options_;
    Step checkpoint_;
    int failures_ = 0;
};

} // namespace

int supervise(const SuperviseOptions& options) {
    constexpr int stopped = static_cast<int>(ExitCode::stopped);
    const StopSignals signals;
    Patience patience(options);
    for (int number = 1;; ++number) {
        if (!wait_for_machine(options)) return stopped;
        const PartEnd end = run_part(options, number);
        if (is_over(end.code)) return end.code;
        if (end.asked == AskedBy::signal) return stopped;
        if (end.asked == AskedBy::notice) {
            if (options.once) return stopped;
            continue;
        }
        if (end.code == stopped) return stopped; // by run.wall_time, or by somebody else
        if (patience.ends_with(end.code)) return static_cast<int>(ExitCode::environment_error);
        wait_seconds(options.pause);
    }
}

} // namespace mdsim
