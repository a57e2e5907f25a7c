// SPDX-License-Identifier: BSD-3-Clause
#include "session/stop_signals.hpp"

#include <csignal>
#include <cstddef>

namespace mdsim {

namespace {

constexpr std::array<int, StopSignals::count> handled{SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};

volatile std::sig_atomic_t received_signal = 0;

extern "C" void note_signal(int signal) {
    received_signal = signal;
    std::signal(signal, SIG_DFL);
}

} // namespace

StopSignals::StopSignals() {
    received_signal = 0;
    for (std::size_t i = 0; i < count; ++i) {
        before_[i] = std::signal(handled[i], note_signal);
        // What was to be ignored stays so, as SIGHUP after nohup.
        if (before_[i] == SIG_IGN) std::signal(handled[i], SIG_IGN);
    }
}

StopSignals::~StopSignals() {
    for (std::size_t i = 0; i < count; ++i)
        if (before_[i] != SIG_ERR) std::signal(handled[i], before_[i]);
}

int StopSignals::received() { return received_signal; }

} // namespace mdsim
