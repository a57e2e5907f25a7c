// SPDX-License-Identifier: BSD-3-Clause
#include "session/stop_signals.hpp"

#include <array>
#include <csignal>

namespace mdsim {

namespace {

constexpr std::array<int, 5> handled{SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};

volatile std::sig_atomic_t received_signal = 0;

extern "C" void note_signal(int signal) {
    received_signal = signal;
    std::signal(signal, SIG_DFL);
}

} // namespace

StopSignals::StopSignals() {
    received_signal = 0;
    // What was to be ignored stays so, as SIGHUP after nohup.
    for (const int signal : handled)
        if (std::signal(signal, note_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

StopSignals::~StopSignals() {
    for (const int signal : handled)
        if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

int StopSignals::received() { return received_signal; }

} // namespace mdsim
