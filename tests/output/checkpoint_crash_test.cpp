// SPDX-License-Identifier: BSD-3-Clause
// What is left of checkpoints when the program is killed or the disk refuses.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <random>

#include "core/error.hpp"
#include "output/checkpoint_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("killed at any instant, a folder holds a whole checkpoint", "[checkpoint][crash]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 2, alone);
    write_checkpoint(writer, 0, alone);
    std::mt19937 random(3);
    Step last = 0;
    int kills = 0;
    const int trials = 40;
    for (int trial = 0; trial < trials; ++trial) {
        const unsigned most = 10'000 + 1500 * static_cast<unsigned>(trial);
        kills += in_killed_child(
            [&] {
                for (Step step = last + 1; step < last + 1000; ++step)
                    write_checkpoint(writer, step, alone);
            },
            1000 + static_cast<int>(random() % most));
        const FoundCheckpoint found = find_checkpoint(dir.path());
        CHECK(found.path == dir.file("checkpoint.h5"));
        CHECK(found.refused.empty());
        CHECK(found.step >= last);
        last = check_content(found.path);
    }
    CHECK(kills == trials);
    CHECK(last > 0);
}

TEST_CASE("a full disk is told and leaves the older checkpoint", "[checkpoint][disk]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 1, alone);
    const std::string before = read_file(dir.file("checkpoint.h5"));
    for (const rlim_t limit : {600u, 3000u, 10'000u, 100'000u, 200'000u}) {
        const int status = in_child([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit size{limit, limit};
            ::setrlimit(RLIMIT_FSIZE, &size);
            const std::string message = message_of([&] { write_checkpoint(writer, 2, alone); });
            if (message.find("File too large") == std::string::npos ||
                message.find("checkpoint.h5.tmp") == std::string::npos)
                throw EnvironmentError("unclear message: " + message);
        });
        CHECK(status == 0);
        CHECK_FALSE(file_exists(dir.file("checkpoint.h5.tmp")));
        CHECK(read_file(dir.file("checkpoint.h5")) == before);
    }
}

TEST_CASE("a folder that cannot be written is told", "[checkpoint][disk]") {
    const TempDir dir;
    SingleRank alone;
    SECTION("it does not exist") {
        CheckpointWriter writer(dir.file("missing"), 1, alone);
        const std::string message = message_of([&] { write_checkpoint(writer, 1, alone); });
        CHECK(message.find("No such file or directory") != std::string::npos);
        CHECK(message.find("missing/checkpoint.h5.tmp") != std::string::npos);
    }
    SECTION("it is read-only") // root may write anywhere, so another user tries
    {
        std::filesystem::permissions(dir.path(), std::filesystem::perms(0555));
        CheckpointWriter writer(dir.path(), 1, alone);
        const int status = in_child([&] {
            if (::getuid() == 0 && ::setuid(65534) != 0) return;
            const std::string message = message_of([&] { write_checkpoint(writer, 1, alone); });
            if (message.find("Permission denied") == std::string::npos)
                throw EnvironmentError("unclear message: " + message);
        });
        CHECK(status == 0);
        std::filesystem::permissions(dir.path(), std::filesystem::perms(0755));
    }
}
