// SPDX-License-Identifier: BSD-3-Clause
// Catch::Session for a main of our own. With Catch2 version 2 this holds the implementation:
// include it in one file of a program.
#pragma once

#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#define MDSIM_CATCH_PLAIN(data) ((data).defaultColourMode = Catch::ColourMode::None)
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#define MDSIM_CATCH_PLAIN(data) ((data).useColour = Catch::UseColour::No)
#endif

#if defined(MDSIM_SANITIZED)
/// Unloads nothing: MPI closes its components before leaks are looked for, and what was unloaded
/// has no name that lsan.supp could match. Libraries must see it.
extern "C" [[gnu::visibility("default")]] int dlclose(void* /*library*/) noexcept { return 0; }
#endif

/// Runs the tests of this program without colours, which a log only shows as noise; returns how
/// many failed.
inline int run_catch_session(int argc, char** argv) {
    Catch::Session session;
    MDSIM_CATCH_PLAIN(session.configData());
    return session.run(argc, argv);
}
