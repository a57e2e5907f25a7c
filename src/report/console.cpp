// SPDX-License-Identifier: BSD-3-Clause
#include "report/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr double look_seconds = 0.5;
constexpr double plain_line_seconds = 10;

/// 12.3M, 4.56G: a count with a prefix.
std::string scaled(double value) {
    if (value >= 1e9) return fmt::format("{:.2f}G", value * 1e-9);
    if (value >= 1e6) return fmt::format("{:.2f}M", value * 1e-6);
    if (value >= 1e3) return fmt::format("{:.1f}k", value * 1e-3);
    return fmt::format("{:.1f}", value);
}

} // namespace

bool on_terminal() { return isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

std::string duration_text(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "unknown";
    const auto s = static_cast<std::int64_t>(std::llround(seconds));
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
    if (s < 48 * 3600) return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
    return fmt::format("{} days {} h", s / 86400, s / 3600 % 24);
}

std::string elapsed_text(double seconds) {
    if (!(seconds >= 0) || seconds >= 9.5) return duration_text(seconds);
    return fmt::format("{:.2g} s", seconds);
}

Console::Console(const RunScale& scale, const Units& units)
    : scale_(scale), units_(units), terminal_(on_terminal()), last_look_(Clock::now()),
      last_line_(last_look_), last_step_(scale.first_step) {
    MDSIM_EXPECT(scale.atoms > 0 && scale.first_step >= 0);
}

void Console::tick(Step step, double taken, const std::string& stage, double time_step) {
    MDSIM_EXPECT(step >= last_step_ && taken >= last_taken_ && time_step > 0);
    const auto now = Clock::now();
    const double since_look = std::chrono::duration<double>(now - last_look_).count();
    if (since_look < look_seconds) return;
    const double speed = (taken - last_taken_) / since_look;
    pace_.steps_per_second =
        pace_.steps_per_second == 0 ? speed : 0.7 * pace_.steps_per_second + 0.3 * speed;
    pace_.seconds_left = static_cast<double>(scale_.last_step - step) / pace_.steps_per_second;
    last_look_ = now;
    last_step_ = step;
    last_taken_ = taken;
    const double since_line = std::chrono::duration<double>(now - last_line_).count();
    if (scale_.quiet || (!terminal_ && since_line < plain_line_seconds)) return;
    last_line_ = now;
    const std::string text =
        fitted_line(fields(step, stage, time_step),
                    terminal_ ? columns_of_terminal(STDOUT_FILENO) : std::string::npos);
    std::fputs((terminal_ ? "\r\033[K" + text : text + "\n").c_str(), stdout);
    std::fflush(stdout);
    open_line_ = terminal_;
}

std::vector<ProgressField> Console::fields(Step step, const std::string& stage,
                                           double time_step) const {
    const double per_day = units_.to_speed_time(time_step) * pace_.steps_per_second * 86400;
    const double atoms = static_cast<double>(scale_.atoms);
    std::vector<ProgressField> fields{
        {stage, 6},
        {fmt::format("step {}/{}", step, scale_.last_step), 8, " "},
        {fmt::format("{} steps/s", scaled(pace_.steps_per_second)), 5},
        {fmt::format("{} atom-steps/s", scaled(pace_.steps_per_second * atoms)), 1},
        {fmt::format("{:.4g} {}/day", per_day, units_.speed_time_name()), 2},
        {fmt::format("left {}", duration_text(pace_.seconds_left)), 7}};
    if (!thermo_) return fields;
    const double temperature = units_.to_user(Dimension::temperature, thermo_->temperature);
    fields.push_back({fmt::format("T {:.5g}", temperature), 4});
    fields.push_back({fmt::format("E {:.8g}", thermo_->total()), 3});
    return fields;
}

void Console::finish() {
    if (open_line_) std::fputs("\n", stdout);
    open_line_ = false;
}

} // namespace mdsim
