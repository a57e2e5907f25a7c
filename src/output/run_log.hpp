// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "output/durable_file.hpp"

namespace mdsim {

/// The log of a run: lines of text, each with its time in UTC. A run that goes on adds to it.
///
/// Lines wait in memory until the file is opened, so that a run that is refused leaves no trace.
/// Each line reaches the operating system at once. Any thread may add lines.
class RunLog {
  public:
    /// A log that is not `kept`, as that of all ranks but one, takes lines and writes none.
    explicit RunLog(bool kept) : kept_(kept) {}

    /// Makes the file, or goes on behind its last line, and writes what waits. Throws
    /// EnvironmentError.
    void open(const std::string& path);

    /// Adds the lines of a text. Throws EnvironmentError where they cannot be written.
    void add(const std::string& text);

    /// Adds why the run fails, the first time that it is called; what cannot be written is left
    /// out, as the failure matters more.
    void add_failure(const std::string& text) noexcept;

    /// Makes the lines so far survive a power cut; throws EnvironmentError.
    void sync();

    /// Adds lines to a file that another process may keep, where it is there, as the last word of a
    /// rank that ends the run. What cannot be written is left out.
    static void add_last_word(const std::string& path, const std::string& text) noexcept;

  private:
    void write(const std::string& lines);

    bool kept_;
    bool failed_ = false;
    std::mutex mutex_;
    std::string waiting_;
    std::optional<PosixFile> file_;
    std::uint64_t end_ = 0; ///< of the whole lines [bytes]
};

} // namespace mdsim
