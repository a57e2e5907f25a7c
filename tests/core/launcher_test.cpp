// SPDX-License-Identifier: BSD-3-Clause
#include "core/launcher.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a process is alone unless its environment names a rank", "[core][launcher]") {
    const char* const shell[] = {"HOME=/root", "OMPI_MCA_pml=ob1", "SLURM_JOB_ID=7",
                                 "MY_PMI_NOTE=1", nullptr};
    CHECK_FALSE(started_by_launcher(shell));
    const char* const none[] = {nullptr};
    CHECK_FALSE(started_by_launcher(none));
}

TEST_CASE("each launcher is known by the names it sets", "[core][launcher]") {
    for (const char* name : {"PMIX_RANK=0", "PMI_RANK=3", "OMPI_COMM_WORLD_SIZE=2",
                             "SLURM_STEP_ID=0", "SLURM_STEPID=0", "FLUX_TASK_RANK=1",
                             "JSM_NAMESPACE_RANK=0", "ALPS_APP_PE=0", "PALS_RANKID=0"}) {
        const char* const environment[] = {"HOME=/root", name, nullptr};
        CAPTURE(name);
        CHECK(started_by_launcher(environment));
    }
}
