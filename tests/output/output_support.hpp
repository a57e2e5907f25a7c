// SPDX-License-Identifier: BSD-3-Clause
// What the tests of output share: a folder of their own, ranks made by fork, a small system.
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "output/block_gather.hpp"
#include "output/h5md_writer.hpp"

namespace mdsim::test {

/// A fresh folder, removed with all it holds at the end.
class TempDir {
  public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

/// Runs `body` in a child process and returns its wait status; 0 if it came to its end.
int in_child(const std::function<void()>& body);

/// Runs `body` in a child that is killed by SIGKILL after so many microseconds. True if it was
/// still running then; a child that failed in another way fails the test.
bool in_killed_child(const std::function<void()>& body, int microseconds);

/// Runs `body` on so many ranks, each a process; this one is rank 0. Returns true if all succeeded.
bool on_ranks(int ranks, const std::function<void(BlockGather&)>& body);

/// A small system whose every number is known from atom, frame and field.
struct Sample {
    std::int64_t atoms = 1000;
    H5mdSetup setup(const std::string& path) const;

    /// Writes frame number n (step 10 n) with this rank's block.
    void append(H5mdWriter& writer, std::int64_t frame, const BlockGather& gather) const;
    H5mdWriter create(const std::string& path, BlockGather& gather) const;

    float position(std::int64_t frame, std::int64_t atom, int direction) const;
    LowerTriangular<double> edges(std::int64_t frame) const;
};

/// The steps that a trajectory holds.
std::vector<std::int64_t> steps_in(const std::string& path);

/// Checks every number of the first frames of a Sample; returns the first difference or nothing.
std::string difference(const Sample& sample, const std::string& path, std::int64_t frames);

/// What a failure says.
inline std::string message_of(const std::function<void()>& body) {
    try {
        body();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "no error";
}

} // namespace mdsim::test
