// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "core/contract.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

/// A text file that is written piece by piece and takes its name when it is whole: until then it is
/// called `path`.part. Every failure throws EnvironmentError.
class TextFile {
  public:
    explicit TextFile(const std::string& path);

    /// Removes what was written, unless finish() was called.
    ~TextFile();
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;

    /// Appends formatted text.
    template <class... Values>
    void print(fmt::format_string<Values...> format, Values&&... values) {
        MDSIM_EXPECT(file_.has_value()); // not after finish()
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Values>(values)...);
        if (buffer_.size() >= flush_at) flush();
    }

    /// Brings the file to the disk and gives it its name, replacing what was there.
    void finish();

  private:
    static constexpr std::size_t flush_at = std::size_t{1} << 20;

    void flush();

    std::string path_;
    std::optional<PosixFile> file_;
    fmt::memory_buffer buffer_;
    std::uint64_t written_ = 0;
};

} // namespace mdsim
