// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.hpp"
#include "guard/mapped_text.hpp"

using namespace mdsim;

namespace {

std::string scratch_file(const char* name, std::size_t bytes) {
    const std::string path =
        (std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()))).string();
    std::ofstream(path) << std::string(bytes, 'x');
    return path;
}

/// How a process ended, and what it said on standard error.
struct End {
    int status = 0;
    std::string words;
};

/// Runs a function in a process of its own.
template <class Run> End end_of(const Run& run) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(pipe[1], STDERR_FILENO);
        run();
        ::_exit(0);
    }
    ::close(pipe[1]);
    End end;
    std::array<char, 512> text{};
    for (ssize_t n = 0; (n = ::read(pipe[0], text.data(), text.size())) > 0;)
        end.words.append(text.data(), static_cast<std::size_t>(n));
    ::close(pipe[0]);
    ::waitpid(child, &end.status, 0);
    return end;
}

} // namespace

TEST_CASE("a text that is mapped is that of the file") {
    const std::string path = scratch_file("mdsim-mapped-", 10000);
    {
        const guard::MappedText file(path);
        CHECK(file.text() == std::string(10000, 'x'));
    }
    std::filesystem::remove(path);
    CHECK_THROWS_AS(guard::MappedText(path), InputError);
}

TEST_CASE("a file that is cut while it is mapped ends the program with a message") {
    const std::string path = scratch_file("mdsim-cut-", 100000);
    const End end = end_of([&] {
        const guard::MappedText file(path);
        std::filesystem::resize_file(path, 10);
        volatile char last = file.text().back();
        static_cast<void>(last);
    });
    REQUIRE(WIFEXITED(end.status));
    CHECK(WEXITSTATUS(end.status) == static_cast<int>(ExitCode::environment_error));
    CHECK(end.words.find(path + ": was cut") != std::string::npos);
    std::filesystem::remove(path);
}
