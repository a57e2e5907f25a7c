// SPDX-License-Identifier: BSD-3-Clause
#include "guard/hdf5_handle.hpp"

#include <atomic>

namespace mdsim::guard {

namespace {

std::atomic<bool>& some_open() {
    static std::atomic<bool> flag{false};
    return flag;
}

} // namespace

void note_unclosed_hdf5() { some_open() = true; }

bool all_hdf5_closed() { return !some_open(); }

} // namespace mdsim::guard
