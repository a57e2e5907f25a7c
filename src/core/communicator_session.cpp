// SPDX-License-Identifier: BSD-3-Clause
#include "core/communicator_session.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>

#include "core/error.hpp"
#include "core/launcher.hpp"

namespace mdsim {

namespace {

int mpi_level(ThreadLevel level) {
    constexpr int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                              MPI_THREAD_MULTIPLE};
    return levels[static_cast<int>(level)];
}

ThreadLevel level_from_mpi(int level) {
    if (level >= MPI_THREAD_MULTIPLE) return ThreadLevel::multiple;
    if (level >= MPI_THREAD_SERIALIZED) return ThreadLevel::serialized;
    return level >= MPI_THREAD_FUNNELED ? ThreadLevel::funneled : ThreadLevel::single;
}

/// Sets a parameter of Open MPI before it starts; a user's own choice stays.
void prefer(const char* parameter, const char* value) {
    constexpr int keep = 0;
    ::setenv(parameter, value, keep);
}

/// Open MPI would make a file of a name that can be guessed beside each one that ranks open
/// together, also through a link that another user has put there; its shared file pointers, for
/// which it does so, are not used here.
void keep_from_making_files() { prefer("OMPI_MCA_sharedfp", "^lockedfile"); }

/// A process alone talks to nobody: without these Open MPI starts a daemon for it, and looks for
/// networks, 0.3 s in all. Without the daemon all such processes of a user would share one session
/// folder, which the first to end removes under the others. So there is none, and what would write
/// there when a file is opened by MPI is left out. Other libraries take no notice.
void stay_alone() {
    prefer("OMPI_MCA_ess_singleton_isolated", "1");
    prefer("OMPI_MCA_orte_create_session_dirs", "0");
    prefer("OMPI_MCA_io", "^ompio");
    prefer("OMPI_MCA_pml", "ob1");
    prefer("OMPI_MCA_btl", "self");
}

} // namespace

void check_mpi(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = "unknown error";
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw EnvironmentError(std::string(call) + " failed: " + text);
}

MpiSession::MpiSession(ThreadLevel wanted) { start(nullptr, nullptr, wanted); }

MpiSession::MpiSession(int& argc, char**& argv, ThreadLevel wanted) { start(&argc, &argv, wanted); }

void MpiSession::start(int* argc, char*** argv, ThreadLevel wanted) {
    int running = 0;
    int level = MPI_THREAD_SINGLE;
    check_mpi(MPI_Initialized(&running), "MPI_Initialized");
    if (running != 0) {
        check_mpi(MPI_Query_thread(&level), "MPI_Query_thread");
    } else {
        keep_from_making_files();
        if (!started_by_launcher(environ)) stay_alone();
        check_mpi(MPI_Init_thread(argc, argv, mpi_level(wanted), &level), "MPI_Init_thread");
        owner_ = true;
    }
    level_ = level_from_mpi(level);
}

MpiSession::~MpiSession() {
    int over = 0;
    if (owner_ && MPI_Finalized(&over) == MPI_SUCCESS && over == 0) MPI_Finalize();
}

std::string_view MpiSession::thread_level_name() const {
    constexpr std::string_view names[] = {"single", "funneled", "serialized", "multiple"};
    return names[static_cast<int>(level_)];
}

} // namespace mdsim
