// SPDX-License-Identifier: BSD-3-Clause
#include "app/stop_signals.hpp"

#include <array>
#include <csignal>

namespace mdsim {

namespace {

constexpr std::array<int, 3> handled{SIGTERM, SIGINT, SIGUSR1};

volatile std::sig_atomic_t received_signal = 0;

extern "C" void note_signal(int signal) {
    received_signal = signal;
    std::signal(signal, SIG_DFL);
}

} // namespace

StopSignals::StopSignals() {
    received_signal = 0;
    for (const int signal : handled) std::signal(signal, note_signal);
}

StopSignals::~StopSignals() {
    for (const int signal : handled) std::signal(signal, SIG_DFL);
}

int StopSignals::received() { return received_signal; }

} // namespace mdsim
