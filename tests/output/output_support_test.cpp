// SPDX-License-Identifier: BSD-3-Clause
#include "output/output_support.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "support/catch.hpp"

namespace mdsim::test {

namespace {

void write_all(int pipe, const void* data, std::size_t size) {
    const char* bytes = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t n = ::write(pipe, bytes, size);
        if (n <= 0) throw std::runtime_error("a rank of the test is gone");
        bytes += n;
        size -= static_cast<std::size_t>(n);
    }
}

void read_all(int pipe, void* data, std::size_t size) {
    char* bytes = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t n = ::read(pipe, bytes, size);
        if (n <= 0) throw std::runtime_error("a rank of the test is gone");
        bytes += n;
        size -= static_cast<std::size_t>(n);
    }
}

struct Pipes {
    std::array<int, 2> to_root{};
    std::array<int, 2> from_root{};
};

/// Ranks that are processes joined to rank 0 by pipes.
class PipeRanks final : public BlockGather {
  public:
    PipeRanks(int rank, std::vector<Pipes>& pipes) : rank_(rank), pipes_(pipes) {}
    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(pipes_.size()); }

    void for_each_piece(std::span<const std::byte> mine, std::size_t element_size,
                        const PieceSink& sink) override {
        if (rank_ != 0) {
            const std::size_t size = mine.size();
            write_all(pipe(rank_).to_root[1], &size, sizeof size);
            write_all(pipe(rank_).to_root[1], mine.data(), size);
            return;
        }
        cut_into_pieces(0, mine, element_size, sink);
        std::size_t first = mine.size() / element_size;
        for (int other = 1; other < size(); ++other) {
            std::size_t bytes = 0;
            read_all(pipe(other).to_root[0], &bytes, sizeof bytes);
            std::vector<std::byte> theirs(bytes);
            read_all(pipe(other).to_root[0], theirs.data(), bytes);
            cut_into_pieces(static_cast<std::int64_t>(first), theirs, element_size, sink);
            first += bytes / element_size;
        }
    }

    void barrier() override {
        char token = 0;
        if (rank_ != 0) {
            write_all(pipe(rank_).to_root[1], &token, 1);
            read_all(pipe(rank_).from_root[0], &token, 1);
            return;
        }
        for (int other = 1; other < size(); ++other) read_all(pipe(other).to_root[0], &token, 1);
        for (int other = 1; other < size(); ++other) write_all(pipe(other).from_root[1], &token, 1);
    }

  private:
    Pipes& pipe(int rank) { return pipes_[static_cast<std::size_t>(rank)]; }

    int rank_;
    std::vector<Pipes>& pipes_;
};

[[noreturn]] void run_and_exit(const std::function<void()>& body) {
    int status = 0;
    try {
        body();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "a child ended by: %s\n", error.what());
        status = 1;
    }
    ::_exit(status);
}

pid_t start_child(const std::function<void()>& body) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) run_and_exit(body);
    return child;
}

int wait_for(pid_t child) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return status;
}

} // namespace

TempDir::TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "mdsim_output_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}

TempDir::~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

int in_child(const std::function<void()>& body) { return wait_for(start_child(body)); }

bool in_killed_child(const std::function<void()>& body, int microseconds) {
    const pid_t child = start_child(body);
    ::usleep(static_cast<useconds_t>(microseconds));
    ::kill(child, SIGKILL);
    const int status = wait_for(child);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    REQUIRE((killed || status == 0));
    return killed;
}

bool on_ranks(int ranks, const std::function<void(BlockGather&)>& body) {
    std::vector<Pipes> pipes(static_cast<std::size_t>(ranks));
    for (Pipes& pair : pipes) {
        REQUIRE(::pipe(pair.to_root.data()) == 0);
        REQUIRE(::pipe(pair.from_root.data()) == 0);
    }
    std::vector<pid_t> children;
    for (int rank = 1; rank < ranks; ++rank)
        children.push_back(start_child([&] {
            PipeRanks gather(rank, pipes);
            body(gather);
        }));
    PipeRanks root(0, pipes);
    body(root);
    bool good = true;
    for (const pid_t child : children) good = wait_for(child) == 0 && good;
    for (const Pipes& pair : pipes)
        for (const int end :
             {pair.to_root[0], pair.to_root[1], pair.from_root[0], pair.from_root[1]})
            ::close(end);
    return good;
}

} // namespace mdsim::test
