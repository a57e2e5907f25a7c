// SPDX-License-Identifier: BSD-3-Clause
#include "output/run_log.hpp"

#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "core/error.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The lines of a log without their dates, which must be there.
std::vector<std::string> words(const std::string& path) {
    static const std::regex dated(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (.*))");
    std::ifstream in(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        lines.push_back(std::regex_match(line, match, dated) ? match[1].str() : "no date: " + line);
    }
    return lines;
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("lines wait until there is a file for them", "[log]") {
    const TempDir dir;
    RunLog log(true);
    log.add("one\n\ntwo\n");
    CHECK_FALSE(file_exists(dir.file("run.log")));
    log.open(dir.file("run.log"));
    log.add("three");
    CHECK(words(dir.file("run.log")) == Lines{"one", "two", "three"});
}

TEST_CASE("a run that goes on adds to its log, also behind a torn line", "[log]") {
    const TempDir dir;
    {
        RunLog first(true);
        first.open(dir.file("run.log"));
        first.add("one");
    }
    std::ofstream(dir.file("run.log"), std::ios::app) << "2026-01-31T12:00:00Z tor";
    RunLog second(true);
    second.open(dir.file("run.log"));
    second.add("two");
    CHECK(words(dir.file("run.log")) == Lines{"one", "tor", "two"});
}

TEST_CASE("a log that is not kept leaves no file", "[log]") {
    const TempDir dir;
    RunLog log(false);
    log.add("one");
    log.open(dir.file("run.log"));
    log.add("two");
    log.add_failure("three");
    log.sync();
    CHECK_FALSE(file_exists(dir.file("run.log")));
}

TEST_CASE("a failure is told once, and is more important than a log that fails too", "[log]") {
    const TempDir dir;
    RunLog log(true);
    log.open(dir.file("run.log"));
    log.add_failure("first");
    log.add_failure("second");
    CHECK(words(dir.file("run.log")) == Lines{"first"});
}

TEST_CASE("a disk that is full is told, leaves whole lines, and hides no other failure",
          "[log][disk]") {
    const TempDir dir;
    const std::string path = dir.file("run.log");
    const int status = in_child([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit size{100, 100};
        ::setrlimit(RLIMIT_FSIZE, &size);
        RunLog log(true);
        log.open(path);
        log.add("one");
        const std::string message = message_of([&] { log.add(std::string(90, 'x')); });
        if (message.find("run.log: cannot write") == std::string::npos)
            throw EnvironmentError("unclear message: " + message);
        log.add("two");
        log.add_failure(std::string(90, 'x'));
    });
    CHECK(status == 0);
    CHECK(words(path) == Lines{"one", "two"});
}

TEST_CASE("a log that cannot be made is told", "[log][disk]") {
    const TempDir dir;
    RunLog log(true);
    CHECK_THROWS_AS(log.open(dir.file("none/run.log")), EnvironmentError);
}

TEST_CASE("the last word of another rank follows what is there, and makes no file", "[log]") {
    const TempDir dir;
    RunLog::add_last_word(dir.file("run.log"), "lost");
    CHECK_FALSE(file_exists(dir.file("run.log")));
    RunLog log(true);
    log.open(dir.file("run.log"));
    log.add("one");
    RunLog::add_last_word(dir.file("run.log"), "two\nthree");
    CHECK(words(dir.file("run.log")) == Lines{"one", "two", "three"});
}

TEST_CASE("threads do not mix their lines", "[log]") {
    const TempDir dir;
    RunLog log(true);
    log.open(dir.file("run.log"));
    std::vector<std::thread> threads;
    for (const char* word : {"aaaa", "bbbb"})
        threads.emplace_back([&log, word] {
            for (int i = 0; i < 500; ++i) log.add(word);
        });
    for (std::thread& thread : threads) thread.join();
    const Lines lines = words(dir.file("run.log"));
    CHECK(lines.size() == 1000);
    for (const std::string& line : lines) CHECK((line == "aaaa" || line == "bbbb"));
}
